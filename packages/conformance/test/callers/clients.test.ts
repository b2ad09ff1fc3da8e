import {
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  createService,
  type ErrorKind,
  type Ledger,
  type ServiceOptions,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { formatNames, headersOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { type Entrance, openEntrance } from "../upstreams/entrance.js";
import {
  type Asking,
  clientsOf,
  expectKind,
  expectKindInBand,
  hurried,
  raisedBy,
  timesAsked,
} from "../upstreams/raised.js";

/** All official clients, streaming or not. */
const askings: readonly Omit<Asking, "fetch">[] = formatNames.flatMap((caller) =>
  clientsOf(caller).flatMap((client) =>
    [false, true].map((stream) => ({ caller, client, stream })),
  ),
);

/** What is changed of the request that a client makes. */
type Spoil = (init: RequestInit, url: string) => { init?: RequestInit; url?: string };

/** A row of the matrix: what the client sends, or what is wrong behind the service. */
interface Row {
  readonly title: string;
  readonly kind: ErrorKind;
  readonly spoil?: Spoil;
  readonly asks?: Partial<Asking>;
  readonly service?: () => Partial<ServiceOptions>;
}

const withBody =
  (body: string | Uint8Array<ArrayBuffer>): Spoil =>
  (init) => ({ init: { ...init, body } });

const changing =
  (change: (body: string) => string): Spoil =>
  (init) => ({ init: { ...init, body: change(String(init.body)) } });

const withHeader =
  (name: string, value: string): Spoil =>
  (init) => {
    const headers = new Headers(init.headers);
    headers.set(name, value);
    return { init: { ...init, headers } };
  };

const reject = () => Promise.reject(new Error("The store is down."));

function brokenLedger(): Ledger {
  return { ...createMemoryLedger(), reserve: reject };
}

const requests: readonly Row[] = [
  { title: "B01 an empty body", kind: "invalid_json", spoil: withBody("") },
  { title: "B01 a list", kind: "bad_request", spoil: withBody("[]") },
  { title: "B02 half a body", kind: "invalid_json", spoil: changing((body) => body.slice(0, -2)) },
  { title: "B03 no UTF-8", kind: "invalid_json", spoil: withBody(Uint8Array.of(0x22, 0xff, 0x22)) },
  {
    title: "B05 depth",
    kind: "bad_request",
    spoil: changing((body) => body.replace("{", `{"a":${"[".repeat(200)}${"]".repeat(200)},`)),
  },
  {
    title: "B08 an infinite number",
    kind: "invalid_json",
    spoil: changing((body) => body.replace("{", '{"temperature":1e400,')),
  },
  {
    title: "B09 too many bytes",
    kind: "too_large",
    spoil: changing((body) => body.replace('"hi"', `"${"x".repeat(100_000)}"`)),
  },
  {
    title: "H01 a wrong method",
    kind: "method_not_allowed",
    spoil: (init) => ({ init: { ...init, method: "PUT" } }),
  },
  {
    title: "H04 another path",
    kind: "unknown_path",
    spoil: (_init, url) => ({ url: url.replace("/v1/", "//v1/") }),
  },
  { title: "H12 H13 a wrong key", kind: "unauthenticated", asks: { apiKey: "sk-wrong-0123" } },
  {
    title: "H14 another type",
    kind: "unsupported_media",
    spoil: withHeader("content-type", "text/plain"),
  },
  { title: "an unknown model", kind: "unknown_model", asks: { change: { model: "none" } } },
];

const stores: readonly Row[] = [
  {
    title: "K01 keys that are down",
    kind: "store_unavailable",
    service: () => ({ keys: { find: reject } }),
  },
  {
    title: "L01 a ledger that is down",
    kind: "store_unavailable",
    service: () => ({ ledger: brokenLedger() }),
  },
  {
    title: "Q01 an empty budget",
    kind: "budget_exhausted",
    service: () => ({ ledger: createMemoryLedger({ budgets: { default: 0 } }) }),
  },
  {
    title: "U23 a model that throws",
    kind: "internal",
    service: () => ({ models: [failing] }),
  },
];

const prices = { input: 3, output: 15 };
const greeting = modelOf(["Hello"], { prices }, "fronted");
const failing = modelOf(
  () => {
    throw new Error("A detail of the operator.");
  },
  {},
  "fronted",
);

/** Says something, and then fails. */
const failingLater = modelOf(
  async function* () {
    yield "Hel";
    throw new Error("A detail of the operator.");
  },
  {},
  "fronted",
);

/** Says something, and then nothing until it is asked to stop. */
function endless(onStart: () => void = () => undefined) {
  return modelOf(
    async function* ({ signal }) {
      onStart();
      yield "Hel";
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
    {},
    "fronted",
  );
}

function serve(options: Partial<ServiceOptions> = {}) {
  const service = createService({
    models: [greeting],
    keys: createMemoryKeys([{ key, accountId: "default" }]),
    limits: createMemoryLimits(),
    sizeLimits: { bodyBytes: 50_000 },
    ...options,
  });
  return { service, entrance: openEntrance(service) };
}

function spoilt({ fetch }: Entrance, spoil: Spoil = () => ({})): Entrance["fetch"] {
  return (input, given = {}) => {
    const { url = String(input), init = given } = spoil(given, String(input));
    return fetch(url, init);
  };
}

/** The client raises the kind, and asks as often again as it should. */
async function expectRaised(row: Row, asked: Omit<Asking, "fetch">): Promise<void> {
  const { service, entrance } = serve(row.service?.());
  const fetch = hurried(spoilt(entrance, row.spoil));
  const asking: Asking = { ...asked, ...row.asks, fetch, maxRetries: 2 };
  const raised = await raisedBy(asking);
  expectKind(raised, asking, row.kind);
  expect(raised.message).not.toContain("operator");
  expect(entrance.exchanges).toHaveLength(timesAsked(row.kind));
  await service.close({ timeout: 10 });
}

describe("the official clients raise, for their caller's fault,", () => {
  it.each(requests)("$title", async (row) => {
    for (const asked of askings) await expectRaised(row, asked);
  });

  it.each([
    ["gzip", "request_body_encoding_invalid", "RequestBodyEncodingInvalidError"],
    ["compress", "request_body_encoding_unsupported", "RequestBodyEncodingUnsupportedError"],
  ])("B10 a plain body that says it is %s", async (encoding, code, name) => {
    for (const asked of askings) {
      const { service, entrance } = serve();
      const fetch = spoilt(entrance, withHeader("content-encoding", encoding));
      const raised = await raisedBy({ ...asked, fetch });
      const isNewer = asked.client === "@anthropic-ai/sdk 1";
      expect(raised).toMatchObject({
        ...{ name: isNewer ? name : "BadRequestError", status: 400 },
        ...(asked.caller === "chat-completions" && { code }),
      });
      await service.close();
    }
  });
});

describe("the official clients raise, for a fault behind the service,", () => {
  it.each(stores)("$title", async (row) => {
    for (const asked of askings) await expectRaised(row, asked);
  });

  it("H21 that it closes", async () => {
    for (const asked of askings) {
      const { service, entrance } = serve();
      await service.close();
      const asking = { ...asked, fetch: hurried(entrance.fetch), maxRetries: 2 };
      expectKind(await raisedBy(asking), asking, "overloaded");
      expect(entrance.exchanges).toHaveLength(timesAsked("overloaded"));
    }
  });
});

describe("the iterators of the official clients raise, in the middle,", () => {
  const streams = askings.filter(({ stream }) => stream);

  it("S23 that the model throws", async () => {
    for (const asked of streams) {
      const { service, entrance } = serve({ models: [failingLater] });
      const asking = { ...asked, fetch: entrance.fetch, maxRetries: 2 };
      expectKindInBand(await raisedBy(asking), asking, "internal");
      expect(entrance.exchanges).toHaveLength(1);
      await service.close({ timeout: 10 });
    }
  });

  it("H21 P02 that the service closes and its time is over", async () => {
    for (const asked of streams) {
      const { service, entrance } = serve({ models: [endless()] });
      const fetch: Asking["fetch"] = async (input, init) => {
        const response = await entrance.fetch(input, init);
        void service.close({ timeout: 10 });
        return response;
      };
      const asking = { ...asked, fetch, maxRetries: 2 };
      expectKindInBand(await raisedBy(asking), asking, "overloaded");
      expect(entrance.exchanges).toHaveLength(1);
    }
  });
});

describe("the official clients raise, for a request that was made before,", () => {
  const order = withHeader("idempotency-key", "order-1");

  it("Q03 that it is still running", async () => {
    for (const asked of askings) {
      let isRunning = false;
      const { service, entrance } = serve({
        models: [
          endless(() => {
            isRunning = true;
          }),
        ],
      });
      const leaving = new AbortController();
      const path = asked.caller === "messages" ? "/v1/messages" : "/v1/chat/completions";
      const headers = { ...headersOf(asked.caller), "idempotency-key": "order-1" };
      const body = JSON.stringify(questionOf(asked));
      const running = entrance.fetch(path, {
        method: "POST",
        headers,
        body,
        signal: leaving.signal,
      });
      running.catch(() => undefined);
      await until(() => isRunning);
      const same: Spoil = (init) => ({ init: { ...order(init, "").init, body } });
      const fetch = hurried(spoilt(entrance, same));
      const asking = { ...asked, fetch, maxRetries: 2 };
      expectKind(await raisedBy(asking), asking, "conflict");
      expect(entrance.exchanges).toHaveLength(1 + timesAsked("conflict"));
      leaving.abort();
      await service.close({ timeout: 10 });
    }
  });

  it("Q03 that it was another one", async () => {
    for (const asked of askings) {
      const { service, entrance } = serve();
      const fetch = hurried(spoilt(entrance, order));
      const asking = { ...asked, fetch, maxRetries: 2 };
      await expect(raisedBy(asking)).rejects.toThrow("raised nothing");
      const other = { ...asking, change: { temperature: 0.5 } };
      expectKind(await raisedBy(other), other, "idempotency_mismatch");
      expect(entrance.exchanges).toHaveLength(2);
      await service.close({ timeout: 10 });
    }
  });
});

/** The body of a request that is still running. */
function questionOf({ stream }: Pick<Asking, "stream">): object {
  const messages = [{ role: "user", content: "hi" }];
  return { model: "fronted", max_tokens: 1_000, messages, ...(stream && { stream }) };
}
