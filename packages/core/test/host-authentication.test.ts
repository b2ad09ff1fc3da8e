import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { type FormatName, formatNames, headersOf, requestOf } from "@diglot/test-support/requests";
import { describe, expect, it, vi } from "vitest";
import { accountEndpoints } from "../src/endpoints/accounts/index.js";
import {
  type AdmissionRequest,
  type Authenticate,
  type Caller,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type EntranceRequest,
  type HostRequest,
  type ReporterEvent,
  ServiceError,
  type ServiceOptions,
  withRetry,
} from "../src/index.js";

const user = { name: "Ada Lovelace", plan: "team" };
const session = { cookie: "session=of-ada" };

/** A host that knows one session. */
const byCookie: Authenticate = ({ headers }) =>
  headers.get("cookie") === session.cookie
    ? { id: "user-1", accountId: "team", attached: user }
    : undefined;

function serviceOf(authenticate: Authenticate, options: Partial<ServiceOptions> = {}) {
  const callers: Caller[] = [];
  const events: ReporterEvent[] = [];
  const ledger = createMemoryLedger();
  const model = modelOf(async function* ({ caller }) {
    callers.push(caller);
    yield "Hello.";
  });
  const service = createService({
    models: [withRetry(model)],
    authenticate,
    ledger,
    endpoints: accountEndpoints({ ledger }),
    reporter: (event) => events.push(event),
    ...options,
  });

  /** Asks for an answer, without a key unless the headers have one. */
  async function ask(
    format: FormatName,
    headers: Readonly<Record<string, string>> = session,
    change: object = {},
  ) {
    const { authorization: _, "x-api-key": __, ...bare } = headersOf(format);
    const init = { headers: { ...bare, ...headers } };
    const response = await service.request(...requestOf(format, change, init));
    return { status: response.status, text: await response.text() };
  }

  const failures = () =>
    events.flatMap((event) =>
      event.type === "request_ended" && event.failure ? [event.failure] : [],
    );
  return { service, ask, callers, ledger, events, failures };
}

const keys = createMemoryKeys([{ key, id: "key-1", accountId: "of-key" }]);
const withKey = (format: FormatName) => headersOf(format);

describe.each(formatNames)("a caller of %s whom the host knows", (format) => {
  it("is served without a key, and is billed on the host's account", async () => {
    const { ask, ledger, service } = serviceOf(byCookie);
    expect(await ask(format)).toMatchObject({ status: 200 });
    await service.close();
    expect(ledger.all()).toMatchObject([{ keyId: "user-1", accountId: "team" }]);
  });

  it("is told to the model, with what the host attached and for whom it acts", async () => {
    const { ask, callers, ledger, service } = serviceOf(byCookie);
    const change =
      format === "messages"
        ? { metadata: { user_id: "u-7" } }
        : { safety_identifier: "u-7", user: "u" };
    await ask(format, session, change);
    expect(callers).toEqual([
      { keyId: "user-1", accountId: "team", endUser: "u-7", attached: user },
    ]);
    expect(callers[0]?.attached).toBe(user);
    await service.close();
    expect(ledger.all()).toMatchObject([{ endUser: "u-7" }]);
    expect(JSON.stringify(ledger.all())).not.toContain(user.name);
  });

  it("is told to the limits", async () => {
    const entered: EntranceRequest[] = [];
    const admitted: AdmissionRequest[] = [];
    const { ask } = serviceOf(byCookie, {
      limits: {
        async enter(request) {
          entered.push(request);
          return {
            async admit(asked) {
              admitted.push(asked);
              return {};
            },
            release: () => undefined,
          };
        },
      },
    });
    const change = format === "messages" ? { metadata: { user_id: "u-7" } } : { user: "u-7" };
    await ask(format, session, change);
    expect(entered).toMatchObject([{ key: { id: "user-1", accountId: "team", attached: user } }]);
    expect(admitted).toMatchObject([{ endUser: "u-7" }]);
  });

  it("may be limited to some models, and sees only these", async () => {
    const one = async () => ({ id: "user-1", models: ["other"] });
    const { ask, service } = serviceOf(one);
    expect(await ask(format)).toMatchObject({ status: 404 });
    const list = await service.request("/v1/models", { headers: session });
    expect(await list.json()).toMatchObject({ data: [] });
  });

  it("gets the format's own 401 if neither host nor keys know it", async () => {
    const refusal = async (authenticate: Authenticate | undefined, known = keys) => {
      const { ask } = serviceOf(() => undefined, { authenticate, keys: known });
      const wrong = headersOf(format, "sk-that-nobody-has");
      return [await ask(format, {}), await ask(format, wrong)].map(({ status, text }) => ({
        status,
        error: JSON.parse(text).error,
      }));
    };
    const expected = await refusal(undefined);
    expect(expected.map(({ status }) => status)).toEqual([401, 401]);
    expect(await refusal(() => undefined)).toEqual(expected);
  });

  it("is not advised to send a key, with one or without, if the service takes none", async () => {
    const { ask, callers } = serviceOf(() => undefined);
    for (const headers of [{}, headersOf(format, "sk-that-nobody-has")]) {
      const { status, text } = await ask(format, headers);
      expect(status).toBe(401);
      expect(JSON.parse(text).error).toMatchObject({
        message:
          "This service takes no API keys. Its host decides who may call it, and did not recognize this request.",
        type: format === "messages" ? "authentication_error" : "invalid_request_error",
      });
      expect(text).not.toContain("sk-that-nobody-has");
    }
    expect(callers).toEqual([]);
  });

  it("may come with a key instead: the host is asked first, then the keys", async () => {
    const { ask, callers } = serviceOf(byCookie, { keys });
    await ask(format, withKey(format));
    await ask(format, { ...withKey(format), ...session });
    expect(callers.map(({ keyId }) => keyId)).toEqual(["key-1", "user-1"]);
  });

  it("T21 may not be driven by a page of another site, but a key may come from any", async () => {
    const { ask, callers } = serviceOf(byCookie, { keys });
    const foreign = { origin: "https://evil.example" };
    const refused = await ask(format, { ...session, ...foreign });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("allowedOrigins");
    expect(callers).toEqual([]);
    expect((await ask(format, { ...withKey(format), ...foreign })).status).toBe(200);
    const own = { ...session, host: "app.example", origin: "https://app.example" };
    expect((await ask(format, own)).status).toBe(200);
    const listed = serviceOf(byCookie, { allowedOrigins: ["https://evil.example"] });
    expect((await listed.ask(format, { ...session, ...foreign })).status).toBe(200);
  });

  it("is never let in if the host fails, which is reported", async () => {
    const error = new Error("The sessions are away.");
    for (const failing of [
      () => Promise.reject(error),
      () => {
        throw error;
      },
    ]) {
      const { ask, callers, failures } = serviceOf(failing as Authenticate, { keys });
      const { status, text } = await ask(format, withKey(format));
      expect([status, callers]).toEqual([503, []]);
      expect(text).not.toContain("sessions");
      expect(failures()).toMatchObject([{ fault: "store", error: { cause: error } }]);
    }
  });

  it("is never let in if the host does not answer in time", async () => {
    const clock = createFakeClock();
    const { ask, callers, failures } = serviceOf(() => new Promise(() => undefined), { clock });
    const answer = ask(format);
    await expect.poll(() => clock.pending).toBeGreaterThan(0);
    clock.advance(2_000);
    expect([(await answer).status, callers]).toEqual([503, []]);
    expect(failures()).toMatchObject([
      { error: { cause: { message: "The authenticate function did not answer within 2000 ms." } } },
    ]);
  });

  it("is refused as the host says", async () => {
    const { ask } = serviceOf(() => {
      throw new ServiceError({ kind: "no_permission", message: "Ada has not paid." });
    });
    const { status, text } = await ask(format);
    expect([status, JSON.parse(text).error.message]).toEqual([403, "Ada has not paid."]);
  });

  it.each<readonly [unknown, string]>([
    [true, 'authenticate: "identity" must be an object, not true.'],
    [null, 'authenticate: "identity" must be an object, not null.'],
    ["user-1", 'authenticate: "identity" must be an object, not a string.'],
    [{}, '"identity.id" must be a string'],
    [{ id: "" }, '"identity.id" must be an id'],
    [{ id: "user-1", account: "team" }, 'did you mean "identity.accountId"?'],
    [{ id: "user-1", email: "ada@example" }, "the options here are id, accountId, models, limits"],
    [{ id: "user-1", accountId: 5 }, '"identity.accountId" must be a string'],
    [{ id: "user-1", models: "small" }, '"identity.models" must be'],
    [{ id: "user-1", limits: { requests: 5 } }, '"identity.limits.requests" is not an option'],
    [
      { id: "user-1", accountLimits: { requestsPerMinute: 0 } },
      '"identity.accountLimits.requestsPerMinute"',
    ],
  ])("is never let in with the identity %j", async (identity, message) => {
    const { ask, callers, failures } = serviceOf((() => identity) as Authenticate, { keys });
    expect([(await ask(format, withKey(format))).status, callers]).toEqual([500, []]);
    expect(failures()).toMatchObject([
      { fault: "defect", error: { message: expect.stringContaining(message) } },
    ]);
  });
});

describe("what the host is asked", () => {
  it("is one question for each exchange, before the body is read", async () => {
    const asked: HostRequest[] = [];
    const { service } = serviceOf((request) => {
      asked.push(request);
      return undefined;
    });
    const [path, init] = requestOf("messages");
    const body = new ReadableStream({
      pull: () => Promise.reject(new Error("The body was read.")),
    });
    const request = new Request(`http://localhost${path}?beta=true`, {
      ...init,
      body,
      duplex: "half",
    } as RequestInit);
    const env = { SESSIONS: "a binding" };
    expect((await service.fetch(request, env)).status).toBe(401);
    expect(asked).toHaveLength(1);
    const { method, target, headers, signal, host } = asked[0] as HostRequest;
    expect([method, target, headers.get("x-api-key")]).toEqual([
      "POST",
      "/v1/messages?beta=true",
      key,
    ]);
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(host[0]).toBe(request);
    expect(host[1]).toBe(env);
    expect(asked[0]).not.toHaveProperty("body");
  });

  it("also opens the models list, the token counter and the endpoints", async () => {
    const { service } = serviceOf(byCookie);
    for (const path of ["/v1/models", "/v1/models/scripted", "/v1/balance", "/v1/usage"]) {
      expect((await service.request(path)).status).toBe(401);
      expect((await service.request(path, { headers: session })).status).toBe(200);
    }
    const balance = await service.request("/v1/balance", { headers: session });
    expect(await balance.json()).toMatchObject({ account_id: "team" });
    const [, { body, headers }] = requestOf("messages");
    const { "x-api-key": _, ...bare } = headers as Record<string, string>;
    const count = { method: "POST", body, headers: { ...bare, ...session } } as RequestInit;
    expect((await service.request("/v1/messages/count_tokens", count)).status).toBe(200);
  });

  it("is nothing for a path that needs no caller", async () => {
    const authenticate = vi.fn<Authenticate>();
    const { service } = serviceOf(authenticate);
    for (const path of ["/", "/v1/nothing"]) {
      await service.request(path, { headers: { accept: "text/html" } });
    }
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe("authenticate", () => {
  const models = [modelOf(["hello"])];

  it("stands instead of keys or beside them, but not beside allowAnonymous", () => {
    expect(() => createService({ models, authenticate: byCookie })).not.toThrow();
    expect(() => createService({ models, authenticate: byCookie, keys })).not.toThrow();
    expect(() => createService({ models, authenticate: byCookie, allowAnonymous: true })).toThrow(
      "not both",
    );
    expect(() => createService({ models })).toThrow("`authenticate`");
    expect(() => createService({ models, authenticate: {} as Authenticate })).toThrow(
      '"authenticate" must be a function',
    );
  });

  it("is not needed for keys to attach something to a caller", async () => {
    const callers: Caller[] = [];
    const model = modelOf(async function* ({ caller }) {
      callers.push(caller);
      yield "Hello.";
    });
    const record = { id: "k", accountId: "a", models: "all", attached: user } as const;
    const service = createService({ models: [model], keys: { find: async () => record } });
    await (await service.request(...requestOf("messages"))).text();
    expect(callers).toEqual([{ keyId: "k", accountId: "a", attached: user }]);
  });
});
