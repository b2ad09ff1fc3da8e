import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { endpoints as formats, requestOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { accountEndpoints, adminEndpoints } from "../src/endpoints/accounts/index.js";
import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type KeyStore,
  type LedgerRecords,
  type ReporterEvent,
  type ServiceOptions,
} from "../src/index.js";
import { checkAnswer } from "./endpoint-answers.js";
import { noon, rowOf } from "./row-of.js";

const credential = "canary-of-the-administrator";
const callerSecret = "sk-canary-of-a-caller";
const day = 86_400_000;
const administrator = { authorization: `Bearer ${credential}` };

function serviceOf(options: Partial<ServiceOptions> = {}) {
  const clock = createFakeClock(noon);
  const ledger = createMemoryLedger({ clock });
  const keys = createMemoryKeys([{ key: callerSecret, id: "caller", accountId: "team" }], {
    clock,
  });
  const events: ReporterEvent[] = [];
  const service = createService({
    models: [modelOf(["hello"])],
    keys,
    ledger,
    clock,
    endpoints: [
      ...accountEndpoints({ ledger: ledger }),
      ...adminEndpoints({ credential, keys, ledger: ledger }),
    ],
    reporter: (event) => events.push(event),
    ...options,
  });

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = administrator,
  ) {
    const init =
      body === undefined
        ? { headers }
        : {
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(body),
          };
    const response = await service.request(path, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    const json = isJson ? JSON.parse(text) : undefined;
    if (isJson && response.ok) checkAnswer(method, path, json);
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Whether a secret gives access to the models. */
  async function statusOf(secret: string) {
    const [path, init] = requestOf("chat-completions");
    const headers = { ...init.headers, authorization: `Bearer ${secret}` };
    return (await service.request(path, { ...init, headers })).status;
  }

  return { clock, ledger, keys, events, service, call, statusOf };
}

describe("the credential of administrators", () => {
  const paths = adminEndpoints({
    credential,
    keys: createMemoryKeys([]),
    ledger: createMemoryLedger(),
  }).map(
    ({ method, path }) =>
      [method, path.replace(":id", "caller").replace(":period", "day")] as const,
  );

  it.each(paths)("is required for %s %s, whatever else is sent", async (method, path) => {
    const presented: Readonly<Record<string, string>>[] = [
      {},
      { authorization: `Bearer ${callerSecret}` },
      { "x-api-key": callerSecret },
      { authorization: `Bearer ${credential}x` },
      { authorization: `Bearer ${credential.slice(0, -1)}` },
      { authorization: `Basic ${credential}` },
      { authorization: credential },
      { authorization: `Bearer ${credential}, Bearer ${credential}` },
      { "x-api-key": callerSecret, ...administrator },
    ];
    const reported = new Set<string>();
    for (const headers of presented) {
      const { call, keys } = serviceOf();
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const { status, json, text } = await call(method, path, body, headers);
      expect([status, json.error.type]).toEqual([401, "invalid_request_error"]);
      expect(text).not.toContain("canary");
      reported.add(text);
      expect(await keys.get("caller")).not.toHaveProperty("revokedAt");
    }
    expect(reported.size).toBe(1);
  });

  it("is answered ever later while it is guessed at any endpoint, right or wrong", async () => {
    const { call, clock } = serviceOf();
    const ask = (path: string, secret: string) =>
      call("GET", path, undefined, { "x-api-key": secret }).then(({ status }) => status);
    const guesses = ["/admin/keys", "/admin/accounts", "/admin/usage", "/admin/keys"];
    const statuses = Promise.all(guesses.map((path, index) => ask(path, `${credential}${index}`)));
    const right = statuses.then(() => ask("/admin/keys", credential));
    await until(() => clock.pending === 2);
    clock.advance(200);
    expect(await statuses).toEqual([401, 401, 401, 401]);
    await until(() => clock.pending === 1);
    clock.advance(200);
    expect(await right).toBe(200);
  });

  it("is not guessed by a request without any", async () => {
    const { call } = serviceOf();
    for (let count = 0; count < 10; count += 1) {
      expect((await call("GET", "/admin/keys", undefined, {})).status).toBe(401);
    }
    expect((await call("GET", "/admin/keys")).status).toBe(200);
  });

  it("is reported as missing in the caller's format", async () => {
    const { call } = serviceOf();
    const version = { "anthropic-version": "2023-06-01" };
    const { status, json } = await call("GET", "/admin/keys", undefined, version);
    expect([status, json.type, json.error.type]).toEqual([401, "error", "authentication_error"]);
  });

  it("may be sent in x-api-key", async () => {
    const { call } = serviceOf();
    const key = { "x-api-key": credential };
    expect((await call("GET", "/admin/keys", undefined, key)).status).toBe(200);
  });

  it("gives no access to models and accounts", async () => {
    const { call, statusOf } = serviceOf();
    expect(await statusOf(credential)).toBe(401);
    expect((await call("GET", "/v1/usage")).status).toBe(401);
  });

  it.each(["", "short", "123456789012345", "with a space in the middle", "пароль-пароль-пароль"])(
    "cannot be %j",
    (weak) => {
      const ports = { keys: createMemoryKeys([]), ledger: createMemoryLedger() };
      expect(() => adminEndpoints({ credential: weak, ...ports })).toThrow(TypeError);
    },
  );
});

describe("the stores of the administration", () => {
  it("are refused at the start if they lack what a request would need", () => {
    const [keys, ledger] = [createMemoryKeys([]), createMemoryLedger()];
    const stores = { credential, keys, ledger };
    expect(() => adminEndpoints(stores)).not.toThrow();
    for (const name of ["update", "listAccounts"]) {
      const partial = { ...stores, keys: { ...keys, [name]: undefined } as unknown as KeyStore };
      expect(() => adminEndpoints(partial)).toThrow(`not an object without ${name}()`);
    }
    for (const name of ["listAccounts", "setBudget", "removeBudget", "budgets"]) {
      const partial = { ...ledger, [name]: undefined } as unknown as LedgerRecords;
      expect(() => adminEndpoints({ ...stores, ledger: partial })).toThrow(`without ${name}()`);
      expect(() => accountEndpoints({ ledger: partial })).toThrow(`without ${name}()`);
    }
  });
});

describe("the administration of keys", () => {
  it("issues a key that works at once, and shows its secret only once", async () => {
    // The in-memory limits refuse every key with a rate limit.
    const entrance = { admit: async () => ({}), release: () => undefined };
    const limits = { enter: async () => entrance };
    const { call, statusOf } = serviceOf({ limits });
    const { status, json } = await call("POST", "/admin/keys", {
      account_id: "team",
      name: "Ada",
      models: ["scripted"],
      limits: { requests_per_minute: 60, concurrent_requests: 2 },
      expires_at: "2027-01-31T12:00:00+01:00",
    });
    expect(status).toBe(201);
    const { secret, ...key } = json;
    expect(key).toEqual({
      object: "key",
      id: expect.stringMatching(/^key_/),
      account_id: "team",
      name: "Ada",
      prefix: secret.slice(0, 14),
      models: ["scripted"],
      limits: { requests_per_minute: 60, concurrent_requests: 2 },
      state: "valid",
      created_at: "2026-11-20T12:00:00.000Z",
      expires_at: "2027-01-31T11:00:00.000Z",
      revoked_at: null,
    });
    expect(await statusOf(secret)).toBe(200);
    const shown = await call("GET", `/admin/keys/${key.id}`);
    expect(shown.json).toEqual(key);
  });

  it("accepts an account only, and null for members that a key does not have", async () => {
    const { call } = serviceOf();
    const empty = { name: null, models: null, limits: null, expires_at: null };
    const { json } = await call("POST", "/admin/keys", { account_id: "team", ...empty });
    expect(json).toMatchObject({ name: null, models: "all", limits: null, expires_at: null });
  });

  it.each<readonly [string, unknown]>([
    ["account_id", {}],
    ["account_id", { account_id: "" }],
    ["account_id", { account_id: "a\u0000b" }],
    ["account_id", { account_id: ["team"] }],
    ["name", { account_id: "team", name: 5 }],
    ["models", { account_id: "team", models: "gpt" }],
    ["models", { account_id: "team", models: [""] }],
    ["limits", { account_id: "team", limits: 5 }],
    ["requests_per_minute", { account_id: "team", limits: { requests_per_minute: 0 } }],
    ["requestsPerMinute", { account_id: "team", limits: { requestsPerMinute: 5 } }],
    ["expires_at", { account_id: "team", expires_at: "tomorrow" }],
    ["expires_at", { account_id: "team", expires_at: "2026-11-19" }],
    ["expires_at", { account_id: "team", expires_at: 1_900_000_000 }],
    ["secret", { account_id: "team", secret: "sk-of-my-own" }],
  ])("refuses a body whose %s cannot be: %j", async (field, body) => {
    const { call, keys } = serviceOf();
    const { status, json } = await call("POST", "/admin/keys", body);
    expect([status, json.error.type]).toEqual([400, "invalid_request_error"]);
    expect(json.error.message).toContain(field);
    expect((await keys.list()).keys).toHaveLength(1);
  });

  it("refuses a body that is not a JSON object", async () => {
    const { call, service } = serviceOf();
    for (const body of [[], null, 5, "text"]) {
      expect((await call("POST", "/admin/keys", body)).status).toBe(400);
    }
    const headers = { "content-type": "application/json", ...administrator };
    const init = { method: "POST", headers };
    for (const body of ["", "{", "{".repeat(1_000)]) {
      expect((await service.request("/admin/keys", { ...init, body })).status).toBe(400);
    }
    expect((await service.request("/admin/keys", init)).status).toBe(400);
    expect(Object.prototype).not.toHaveProperty("account_id");
  });

  it("reads bodies with the same size limit and content type as the rest of the service", async () => {
    const { call, keys } = serviceOf({ sizeLimits: { bodyBytes: 100, jsonDepth: 5 } });
    const name = "x".repeat(100);
    expect((await call("POST", "/admin/keys", { account_id: "team", name })).status).toBe(413);
    expect((await call("POST", "/admin/keys", { limits: [[[[[[]]]]]] })).status).toBe(400);
    const text = { ...administrator, "content-type": "text/plain" };
    expect((await call("POST", "/admin/keys", { account_id: "team" }, text)).status).toBe(415);
    expect((await keys.list()).keys).toHaveLength(1);
  });

  it("lists page by page, all keys or those of one account", async () => {
    const { call, keys } = serviceOf();
    for (const accountId of ["team", "other", "team"]) await keys.issue({ accountId });
    const first = await call("GET", "/admin/keys?account_id=team&limit=2");
    expect(first.json).toMatchObject({
      object: "list",
      has_more: true,
      data: [{ account_id: "team" }, {}],
    });
    const after = encodeURIComponent(first.json.next);
    const last = await call("GET", `/admin/keys?account_id=team&limit=2&after=${after}`);
    expect([last.json.data.length, last.json.has_more, last.json.next]).toEqual([1, false, null]);
  });

  it.each([
    "limit=0",
    "limit=1001",
    "limit=1e2",
    "limit=",
    "after=x",
    "after=%00",
    "account_id=",
    "account_id=%F0%9F%00",
  ])("refuses the query %s", async (query) => {
    const { call } = serviceOf();
    const { status, json } = await call("GET", `/admin/keys?${query}`);
    expect([status, json.error.param]).toEqual([400, query.split("=")[0]]);
  });

  it("revokes at once, once, and keeps the key in the list", async () => {
    const { clock, call, statusOf } = serviceOf();
    expect(await statusOf(callerSecret)).toBe(200);
    const { json } = await call("DELETE", "/admin/keys/caller");
    expect(json).toMatchObject({ state: "revoked", revoked_at: "2026-11-20T12:00:00.000Z" });
    expect(await statusOf(callerSecret)).toBe(401);
    clock.advance(day);
    const again = await call("DELETE", "/admin/keys/caller");
    expect(again.json).toEqual(json);
    expect((await call("GET", "/admin/keys")).json.data).toMatchObject([{ state: "revoked" }]);
  });

  it("rotates with an overlap, or at once", async () => {
    const { clock, call, statusOf } = serviceOf();
    const second = await call("POST", "/admin/keys/caller/rotate", { overlap_seconds: 60 });
    expect(second.json).toMatchObject({ id: "caller", state: "valid" });
    expect([await statusOf(callerSecret), await statusOf(second.json.secret)]).toEqual([200, 200]);
    clock.advance(60_000);
    expect(await statusOf(callerSecret)).toBe(401);
    const third = await call("POST", "/admin/keys/caller/rotate", {});
    expect(await statusOf(second.json.secret)).toBe(401);
    expect(await statusOf(third.json.secret)).toBe(200);
  });

  it.each([-1, 1.5, "60", 1e12])("refuses an overlap of %j", async (overlap) => {
    const { call } = serviceOf();
    const { status, json } = await call("POST", "/admin/keys/caller/rotate", {
      overlap_seconds: overlap,
    });
    expect([status, json.error.param]).toEqual([400, "overlap_seconds"]);
  });

  it("distinguishes an expired key from a valid one, and rotates only the latter", async () => {
    const { clock, call } = serviceOf();
    const { json } = await call("POST", "/admin/keys", {
      account_id: "team",
      expires_at: "2026-11-21",
    });
    clock.advance(day);
    expect((await call("GET", `/admin/keys/${json.id}`)).json.state).toBe("expired");
    expect((await call("POST", `/admin/keys/${json.id}/rotate`, {})).status).toBe(404);
  });

  const hostile = ["none", "a%2Fb", "%00", "%0d%0aset-cookie:a=b", "__proto__", "%ED%A0%80", "'--"];

  it.each(hostile)("answers 404 for the id %s", async (id) => {
    const { call } = serviceOf();
    for (const [method, path, body] of [
      ["GET", `/admin/keys/${id}`],
      ["DELETE", `/admin/keys/${id}`],
      ["POST", `/admin/keys/${id}/rotate`, {}],
    ] as const) {
      const { status, headers, json } = await call(method, path, body);
      expect([status, headers.get("set-cookie"), json.error.type]).toEqual([
        404,
        null,
        "invalid_request_error",
      ]);
    }
  });

  it("answers unknown methods and paths with an error", async () => {
    const { call } = serviceOf({ basePath: "/api" });
    const put = await call("PUT", "/api/admin/keys/caller", {});
    expect([put.status, put.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD, PATCH, DELETE, OPTIONS",
    ]);
    expect((await call("GET", "/api/admin/keys/caller")).status).toBe(200);
    expect((await call("GET", "/api/admin")).status).toBe(404);
    expect((await call("GET", "/admin/keys")).status).toBe(404);
  });
});

describe("a change of a key", () => {
  const patch = "/admin/keys/caller";

  it("needs no new secret, and holds with the next request", async () => {
    const { call, statusOf } = serviceOf();
    expect(await statusOf(callerSecret)).toBe(200);
    const { status, json } = await call("PATCH", patch, {
      name: "Ada",
      models: [],
      limits: { concurrent_requests: 2 },
      expires_at: "2027-01-31",
    });
    expect([status, json]).toEqual([
      200,
      {
        object: "key",
        id: "caller",
        account_id: "team",
        name: "Ada",
        prefix: "sk-ca",
        models: [],
        limits: { concurrent_requests: 2 },
        state: "valid",
        created_at: "2026-11-20T12:00:00.000Z",
        expires_at: "2027-01-31T00:00:00.000Z",
        revoked_at: null,
      },
    ]);
    expect((await call("GET", patch)).json).toEqual(json);
    expect(await statusOf(callerSecret)).toBe(404);
    await call("PATCH", patch, { models: null });
    expect(await statusOf(callerSecret)).toBe(200);
  });

  it("leaves what it does not name, and removes what is null, single limits too", async () => {
    const { call } = serviceOf();
    const whole = {
      name: "Ada",
      models: ["scripted"],
      limits: { requests_per_minute: 60, concurrent_requests: 2 },
      expires_at: "2027-01-31T00:00:00.000Z",
    };
    await call("PATCH", patch, whole);
    expect((await call("PATCH", patch, { name: "Eve" })).json).toMatchObject({
      ...whole,
      name: "Eve",
    });
    const limits = { requests_per_minute: null, input_tokens_per_minute: 9 };
    expect((await call("PATCH", patch, { limits })).json.limits).toEqual({
      input_tokens_per_minute: 9,
      concurrent_requests: 2,
    });
    const nothing = { name: null, models: null, limits: null, expires_at: null };
    expect((await call("PATCH", patch, nothing)).json).toMatchObject({ ...nothing, models: "all" });
  });

  it("gives a key that has expired more time", async () => {
    const { call, clock, statusOf } = serviceOf();
    await call("PATCH", patch, { expires_at: "2026-11-21" });
    clock.advance(day);
    expect(await statusOf(callerSecret)).toBe(401);
    expect((await call("PATCH", patch, { expires_at: null })).json.state).toBe("valid");
    expect(await statusOf(callerSecret)).toBe(200);
  });

  it.each<readonly [string, unknown]>([
    ["changes nothing", {}],
    ["account_id", { account_id: "other" }],
    ["secret", { secret: "sk-of-my-own" }],
    ["name", { name: 5 }],
    ["models", { models: "scripted" }],
    ["models[1]", { models: ["scripted", "scriptet"] }],
    ["limits.requests_per_minute", { limits: { requests_per_minute: 0 } }],
    ["limits.requests", { limits: { requests: 1 } }],
    ["expires_at", { expires_at: "2026-11-19" }],
  ])("is refused with a message that has %j for %j", async (part, body) => {
    const { call, keys } = serviceOf();
    const before = await keys.get("caller");
    const { status, json } = await call("PATCH", patch, body);
    expect([status, json.error.type]).toEqual([400, "invalid_request_error"]);
    expect(json.error.message).toContain(part);
    expect(await keys.get("caller")).toEqual(before);
  });

  it("is not made of a key that is revoked or not there", async () => {
    const { call, keys } = serviceOf();
    await keys.revoke("caller");
    for (const id of ["caller", "nobody"]) {
      expect((await call("PATCH", `/admin/keys/${id}`, { name: "Ada" })).status).toBe(404);
    }
    expect((await keys.get("caller"))?.name).toBeUndefined();
  });
});

describe("the models of a key", () => {
  const models = [
    modelOf(["hello"]),
    defineModel("large", async function* () {}, { aliases: ["big", "large-*"] }),
  ];

  it.each([
    ["larg", 'use "large"'],
    ["Large", 'use "large"'],
    ["big", "GET /v1/models lists the ids"],
    ["large-*", 'use "large"'],
    ["gpt-4", "GET /v1/models lists the ids"],
  ])("cannot be %s, which is no id of a model", async (id, hint) => {
    const { call, keys } = serviceOf({ models });
    const body = { account_id: "team", models: ["scripted", id] };
    const { status, json } = await call("POST", "/admin/keys", body);
    expect([status, json.error.param]).toEqual([400, "models[1]"]);
    expect(json.error.message).toBe(`models[1]: no model has the id "${id}"; ${hint}.`);
    expect((await keys.list()).keys).toHaveLength(1);
  });

  it("may have left the service since, and then have no effect", async () => {
    const { call, keys, statusOf } = serviceOf({ models });
    const { secret } = await keys.issue({
      accountId: "team",
      id: "k",
      models: ["gone", "scripted"],
    });
    expect(await statusOf(secret)).toBe(200);
    expect((await call("GET", "/admin/keys/k")).json.models).toEqual(["gone", "scripted"]);
    expect((await call("PATCH", "/admin/keys/k", { name: "Ada" })).status).toBe(200);
    const again = await call("PATCH", "/admin/keys/k", { models: ["gone"] });
    expect([again.status, again.json.error.param]).toEqual([400, "models[0]"]);
  });

  it("stop a service from starting, if a key that is given in code names one that it does not have", () => {
    const start = (...ids: readonly string[]) =>
      createService({ models, keys: createMemoryKeys([{ key: callerSecret, models: ids }]) });
    expect(() => start("scripted", "larg")).toThrow(
      'The key "key-1" may use the model "larg", but no model of this service has that id. Did you mean "large"?',
    );
    expect(() => start("big")).toThrow("An alias is not an id.");
    expect(() => start("large")).not.toThrow();
  });
});

describe("unknown query parameters", () => {
  it.each([
    ["GET", "/admin/keys?acount_id=team", "acount_id", "account_id"],
    ["GET", "/admin/keys?account_id=team&page=2", "page", undefined],
    ["POST", "/admin/keys?account_id=team", "account_id", undefined],
    ["GET", "/admin/keys/caller?limit=5", "limit", undefined],
    ["PATCH", "/admin/keys/caller?name=Ada", "name", undefined],
    ["DELETE", "/admin/keys/caller?dry_run=true", "dry_run", undefined],
    ["POST", "/admin/keys/caller/rotate?overlap=5", "overlap", undefined],
    ["GET", "/admin/accounts?limits=5", "limits", "limit"],
    ["GET", "/admin/accounts/team?start=2026-11-01", "start", undefined],
    ["POST", "/admin/accounts/team/credits?id=1", "id", undefined],
    ["POST", "/admin/accounts/team/limits?x", "x", undefined],
    ["GET", "/admin/usage?from=2026-11-01", "from", undefined],
    ["GET", "/admin/usage?groupBy=model", "groupBy", "group_by"],
    ["GET", "/admin/usage/rows?cursor=5", "cursor", undefined],
  ])("are refused at %s %s, with the nearest known one", async (method, path, name, nearest) => {
    const { call, keys } = serviceOf();
    const before = await keys.get("caller");
    const { status, json } = await call(method, path, method === "GET" ? undefined : {});
    expect([status, json.error.param]).toEqual([400, name]);
    expect(json.error.message).toContain(`"${name}" is not a parameter of this path.`);
    const meant = /Did you mean (\w+)\?/.exec(json.error.message)?.[1];
    expect(meant).toBe(nearest);
    expect(await keys.get("caller")).toEqual(before);
  });
});

describe("reports of changes", () => {
  const people = { ada: "canary-of-ada-0123456789", ci: "canary-of-the-pipeline" };

  it("say who did what, without secrets", async () => {
    const { keys, ledger, clock } = serviceOf();
    const endpoints = adminEndpoints({ credential: people, keys, ledger });
    const { call, events } = serviceOf({ keys, ledger, clock, endpoints });
    const [ada, ci] = [{ "x-api-key": people.ada }, { "x-api-key": people.ci }];
    const { json } = await call("POST", "/admin/keys", { account_id: "team", name: "n" }, ada);
    const path = `/admin/keys/${json.id}`;
    await call("PATCH", path, { models: ["scripted"], limits: { concurrent_requests: null } }, ci);
    const rotated = await call("POST", `${path}/rotate`, { overlap_seconds: 5 }, ada);
    await call("DELETE", path, undefined, ci);
    await call("POST", "/admin/accounts/team/credits", { id: "i", usd: "1", note: "gift" }, ada);
    await call("POST", "/admin/accounts/team/limits", { concurrent_requests: 3 }, ci);
    await call("POST", "/admin/accounts/team/limits", {}, ci);
    const ids = { keyId: json.id, accountId: "team" };
    const changes = events.filter(({ type }) => type === "administered");
    expect(changes).toEqual(
      [
        { by: "ada", action: "issue_key", ...ids, key: { accountId: "team", name: "n" } },
        {
          ...{ by: "ci", action: "change_key", ...ids },
          change: { models: ["scripted"], limits: { concurrentRequests: null } },
        },
        { by: "ada", action: "rotate_key", ...ids, overlap: 5_000 },
        { by: "ci", action: "revoke_key", ...ids },
        {
          ...{ by: "ada", action: "credit_account", accountId: "team" },
          credit: { id: "i", accountId: "team", nanoDollars: 1_000_000_000, note: "gift" },
        },
        {
          ...{ by: "ci", action: "limit_account", accountId: "team" },
          limits: { concurrentRequests: 3 },
        },
        { by: "ci", action: "limit_account", accountId: "team", limits: undefined },
      ].map((event) => ({
        ...{ type: "administered", at: expect.any(Number), requestId: expect.any(String) },
        ...event,
      })),
    );
    const secrets = [json.secret, rotated.json.secret, ...Object.values(people)];
    const shown = JSON.stringify(events);
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it("name the holder of the only credential administrator", async () => {
    const { call, events } = serviceOf();
    await call("PATCH", "/admin/keys/caller", { name: "Ada" });
    expect(events).toContainEqual(expect.objectContaining({ by: "administrator" }));
  });

  it("do not mention what was refused or only read", async () => {
    const { call, events } = serviceOf();
    await call("GET", "/admin/keys");
    await call("GET", "/admin/accounts");
    await call("PATCH", "/admin/keys/nobody", { name: "Ada" });
    await call("PATCH", "/admin/keys/caller", { name: 5 });
    await call("DELETE", "/admin/keys/caller", undefined, {});
    expect(events.filter(({ type }) => type === "administered")).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["must name an administrator", {}],
    ["16 visible ASCII", { ada: "short" }],
    ["two are the same", { ada: people.ada, eve: people.ada }],
    ["a name in credential", { "a\nb": people.ada }],
  ])("need credentials that tell people apart: %s", (message, wrong) => {
    const ports = { keys: createMemoryKeys([]), ledger: createMemoryLedger() };
    expect(() => adminEndpoints({ credential: wrong, ...ports })).toThrow(message);
  });
});

describe("the list of accounts", () => {
  it("has those of keys, of limits, of credits and of usage, each once, with its balance", async () => {
    const { call, keys, ledger } = serviceOf();
    await keys.issue({ accountId: "a-typo" });
    await keys.limitAccount("limited", { concurrentRequests: 1 });
    await ledger.credit({ id: "1", accountId: "team", nanoDollars: 5 });
    await ledger.record(rowOf("a", { accountId: "without a key" }));
    const { status, json } = await call("GET", "/admin/accounts");
    expect([status, json.has_more, json.next]).toEqual([200, false, null]);
    const names = json.data.map(({ account_id }: { account_id: string }) => account_id);
    expect(names).toEqual(["a-typo", "limited", "team", "without a key"]);
    const alone = await Promise.all(
      names.map(async (name: string) => {
        const path = `/admin/accounts/${encodeURIComponent(name)}`;
        return (await call("GET", path)).json;
      }),
    );
    expect(json.data).toEqual(alone);
  });

  it("is read page by page", async () => {
    const { call, keys, ledger } = serviceOf();
    for (const accountId of ["e", "a", "c"]) await keys.issue({ accountId });
    for (const accountId of ["d", "b", "c"]) {
      await ledger.credit({ id: accountId, accountId, nanoDollars: 5 });
    }
    const names: string[] = [];
    let next = "";
    do {
      const { json } = await call("GET", `/admin/accounts?limit=2${next}`);
      for (const { account_id } of json.data) names.push(account_id);
      expect(json.data.length).toBeLessThanOrEqual(2);
      next = json.has_more ? `&after=${json.next}` : "";
    } while (next !== "");
    expect(names).toEqual(["a", "b", "c", "d", "e", "team"]);
  });

  it.each(["limit=0", "limit=101", "after=%00", "after="])(
    "refuses the query %s",
    async (query) => {
      const { call } = serviceOf();
      const { status, json } = await call("GET", `/admin/accounts?${query}`);
      expect([status, json.error.param]).toEqual([400, query.split("=")[0]]);
    },
  );
});

describe("the administration of accounts", () => {
  it("adds a credit exactly once for each id, in dollars or nano-dollars", async () => {
    const { call } = serviceOf();
    const give = (body: unknown) => call("POST", "/admin/accounts/team/credits", body);
    const first = await give({ id: "invoice-1", usd: "12.50", note: "November" });
    expect(first.json).toMatchObject({ account_id: "team", limit_nano_dollars: 12_500_000_000 });
    expect((await give({ id: "invoice-1", usd: "12.50" })).json).toEqual(first.json);
    expect((await give({ id: "invoice-2", usd: 0.1 })).json.limit_usd).toBe("12.600000000");
    const taken = await give({ id: "refund-1", nano_dollars: -600_000_000 });
    expect(taken.json.limit_usd).toBe("12.000000000");
    const shown = await call("GET", "/admin/accounts/team");
    expect(shown.json).toMatchObject({ ...taken.json, budgets: [] });
  });

  it("refuses an invalid credit, and gives the reason", async () => {
    const { call } = serviceOf();
    const give = (account: string, body: unknown) =>
      call("POST", `/admin/accounts/${account}/credits`, body);
    await give("team", { id: "invoice-1", nano_dollars: 1 });
    for (const [account, body] of [
      ["team", { id: "invoice-1", nano_dollars: 2 }],
      ["other", { id: "invoice-1", nano_dollars: 1 }],
    ] as const) {
      const { status, text } = await give(account, body);
      expect(status).toBe(400);
      expect(text).toContain("belongs to another credit");
    }
    const tooMuch = await give("team", { id: "2", nano_dollars: Number.MAX_SAFE_INTEGER });
    expect(tooMuch.status).toBe(400);
  });

  it.each<readonly [string, unknown]>([
    ["id", { usd: 1 }],
    ["usd", { id: "i" }],
    ["usd", { id: "i", usd: 1, nano_dollars: 1 }],
    ["usd", { id: "i", usd: "1,5" }],
    ["usd", { id: "i", usd: "0.0000000001" }],
    ["usd", { id: "i", usd: "99999999" }],
    ["nano_dollars", { id: "i", nano_dollars: 1.5 }],
    ["nano_dollars", { id: "i", nano_dollars: "5" }],
    ["nano_dollars", { id: "i", nano_dollars: 2 ** 53 }],
    ["note", { id: "i", usd: 1, note: {} }],
    ["currency", { id: "i", usd: 1, currency: "eur" }],
  ])("refuses a credit whose %s cannot be: %j", async (field, body) => {
    const { call } = serviceOf();
    const { status, json } = await call("POST", "/admin/accounts/team/credits", body);
    expect(status).toBe(400);
    expect(json.error.message).toContain(field);
    expect((await call("GET", "/admin/accounts/team")).json.limit_usd).toBeNull();
  });

  it("limits all keys of an account, and lifts limits that are not named", async () => {
    const { call, keys } = serviceOf();
    const set = (body: unknown) => call("POST", "/admin/accounts/team/limits", body);
    expect((await set({ output_tokens_per_minute: 5 })).json).toEqual({
      object: "account_limits",
      account_id: "team",
      limits: { output_tokens_per_minute: 5 },
    });
    const signal = new AbortController().signal;
    const found = () => keys.find({ secret: callerSecret, signal });
    expect((await found())?.accountLimits).toEqual({ outputTokensPerMinute: 5 });
    expect((await set({})).json.limits).toBeNull();
    expect((await found())?.accountLimits).toBeUndefined();
    expect((await set({ output_tokens_per_minute: -5 })).status).toBe(400);
  });

  it("accepts any valid name of an account unchanged, and refuses an invalid one", async () => {
    const { call } = serviceOf();
    const { json } = await call("GET", `/admin/accounts/${encodeURIComponent("团队/a b?#")}`);
    expect(json.account_id).toBe("团队/a b?#");
    expect((await call("GET", "/admin/accounts/%00")).status).toBe(404);
  });
});

describe("the usage of all accounts", () => {
  async function filled() {
    const parts = serviceOf();
    for (const row of [
      rowOf("a"),
      rowOf("b", { accountId: "other", costNanoDollars: 5 }),
      rowOf("c", { idempotencyKey: '=1+1,"x"' }),
    ])
      await parts.ledger.record(row);
    return parts;
  }

  it("is summed by account too, or for one account", async () => {
    const { call } = await filled();
    expect((await call("GET", "/admin/usage?group_by=account")).json.data).toMatchObject([
      { account_id: "other", cost_nano_dollars: 5 },
      { account_id: "team", attempts: 2 },
    ]);
    const one = await call("GET", "/admin/usage?group_by=account,day&account_id=other");
    expect(one.json.data).toMatchObject([{ account_id: "other", day: "2026-11-20" }]);
    expect((await call("GET", "/admin/usage?group_by=accounts")).status).toBe(400);
  });

  it("is exported row by row, unchanged, page by page", async () => {
    const { call, ledger } = await filled();
    const first = await call("GET", "/admin/usage/rows?limit=2");
    expect(first.headers.get("content-type")).toBe("application/x-ndjson");
    const next = first.headers.get("x-next-cursor") ?? "";
    const last = await call("GET", `/admin/usage/rows?limit=2&after=${next}`);
    const lines = (first.text + last.text).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual((await ledger.rows()).rows);
    const end = last.headers.get("x-next-cursor") ?? "";
    const empty = await call("GET", `/admin/usage/rows?after=${end}`);
    expect([empty.status, empty.text, empty.headers.get("x-next-cursor")]).toEqual([200, "", end]);
  });

  it("is exported as CSV on request", async () => {
    const { call } = await filled();
    const byParameter = await call("GET", "/admin/usage/rows?format=csv&account_id=team&limit=1");
    expect(byParameter.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    expect(byParameter.text).toMatch(/^attempt_id,request_id,.*\r\na,req_a,team,/);
    const accept = { ...administrator, accept: "text/csv" };
    const byHeader = await call("GET", "/admin/usage/rows", undefined, accept);
    expect(byHeader.text.split("\r\n")).toHaveLength(5);
    expect(byHeader.text).toContain(`,"'=1+1,""x""",`);
  });

  it.each(["format=xml", "limit=0", "limit=10001", "after=x", "account_id=%01"])(
    "refuses the query %s",
    async (query) => {
      const { call } = await filled();
      const { status, json } = await call("GET", `/admin/usage/rows?${query}`);
      expect([status, json.error.param]).toEqual([400, query.split("=")[0]]);
    },
  );
});

it("P8 only the answer that issues a secret shows it, and no report does", async () => {
  const { call, events, statusOf } = serviceOf();
  const issued = await call("POST", "/admin/keys", { account_id: "team" });
  const rotated = await call("POST", `/admin/keys/${issued.json.id}/rotate`, {});
  const secrets = [issued.json.secret, rotated.json.secret, callerSecret, credential];
  await statusOf(issued.json.secret);
  const later = [
    await call("GET", "/admin/keys"),
    await call("GET", `/admin/keys/${issued.json.id}`),
    await call("DELETE", `/admin/keys/${issued.json.id}`),
    await call("GET", "/admin/usage"),
    await call("GET", "/admin/usage/rows"),
    await call("GET", "/admin/accounts/team"),
    await call("POST", "/admin/keys", { account_id: "team", secret: callerSecret }),
    await call("GET", "/v1/usage", undefined, formats.messages.headers),
  ];
  const shown = JSON.stringify([later, events, rotated.text.replace(rotated.json.secret, "")]);
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
});
