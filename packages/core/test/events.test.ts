import { AsyncLocalStorage } from "node:async_hooks";
import { key } from "@diglot/test-support/key";
import { headersOf, requestOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  type AttemptBegun,
  type Content,
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type Endpoint,
  type Model,
  messagesUpstream,
  type Reporter,
  type ReporterEvent,
  ServiceError,
  type ServiceOptions,
  usage,
  withFallback,
  withRetry,
} from "../src/index.js";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A service whose events are kept, and what it is asked with. */
function serviceOf(
  model: Model,
  others: readonly Reporter[] = [],
  options: Partial<ServiceOptions> = {},
) {
  const events: ReporterEvent[] = [];
  const service = createService({
    models: [model],
    keys: createMemoryKeys([{ key, id: "key-1", accountId: "team" }]),
    reporter: [(event) => void events.push(event), ...others],
    ...options,
  });
  async function ask(change: object = {}, headers: Readonly<Record<string, string>> = {}) {
    const init = { headers: { ...headersOf("messages"), ...headers } };
    const body = { model: model.id, metadata: { user_id: "ann" }, ...change };
    const response = await service.request(...requestOf("messages", body, init));
    return { status: response.status, text: await response.text() };
  }
  const typesOf = () => events.map(({ type }) => type);
  const ended = () => events.find((event) => event.type === "request_ended");
  return { service, events, ask, typesOf, ended };
}

const greeter = defineModel(
  "greeter",
  async function* () {
    yield "Hello";
    yield usage({ input: 4, output: 2 });
  },
  { prices: { input: 1, output: 2 } },
);

/** An upstream that keeps the headers it was sent. */
function upstreamOf(answer: () => Response) {
  const sent: Headers[] = [];
  const model = messagesUpstream({
    id: "up",
    model: "claude-x",
    baseUrl: "http://up.example",
    apiKey: "sk-of-the-upstream",
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers));
      return answer();
    },
  });
  return { model, sent };
}

const reply = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-x" },
  ...{ content: [{ type: "text", text: "Hello" }], stop_reason: "end_turn", stop_sequence: null },
  usage: { input_tokens: 4, output_tokens: 2 },
};

describe.each([false, true])("the events of a request (stream: %s)", (stream) => {
  it("tell its beginning, its attempt and its end, each completely", async () => {
    const { ask, events, service, typesOf } = serviceOf(greeter);
    await ask({ stream });
    await service.close();
    expect(typesOf().filter((type) => type !== "settled")).toEqual([
      ...["started", "request_begun", "attempt_begun", "first_content"],
      ...["attempt_ended", "request_ended"],
    ]);
    const facts = {
      ...{ requestId: expect.any(String), format: "messages", operation: "generate" },
      ...{ keyId: "key-1", accountId: "team", endUser: "ann", stream },
      ...{ requestedModel: "greeter", model: "greeter" },
    };
    const attempt = {
      ...{ attemptId: expect.any(String), number: 1, model: "greeter" },
      reservedNanoDollars: expect.any(Number),
    };
    const end = { ...attempt, end: "completed", usage: { input: 4, output: 2 } };
    const cost = { costNanoDollars: 8_000 };
    expect(events.filter(({ at }) => typeof at !== "number")).toEqual([]);
    const told = events.filter(({ type }) => type !== "settled");
    expect(told).toMatchObject([
      { type: "started" },
      { ...facts, at: expect.any(Number) },
      { ...facts, attempt },
      { ...facts, attempt, attemptMilliseconds: expect.any(Number) },
      { ...facts, attempt: { ...end, ...cost, milliseconds: expect.any(Number) } },
      {
        ...{ ...facts, ...cost, outcome: "answered", status: 200, attempts: [end] },
        answeredBy: "greeter",
        ...{ milliseconds: expect.any(Number), headMilliseconds: expect.any(Number) },
        firstContentMilliseconds: expect.any(Number),
        waited: { limits: expect.any(Number), ledger: expect.any(Number) },
        usage: { input: 4, output: 2, cacheRead: 0 },
        losses: [],
      },
    ]);
  });
});

describe("the end of a request", () => {
  it("is the only event of a caller without a valid key, and tells that it was refused", async () => {
    const { ask, typesOf, ended } = serviceOf(greeter);
    await ask({}, { "x-api-key": "wrong" });
    expect(typesOf()).toEqual(["started", "request_ended"]);
    expect(ended()).toMatchObject({
      ...{ outcome: "refused", status: 401, failure: { fault: "caller", kind: "unauthenticated" } },
      ...{ attempts: [], costNanoDollars: 0 },
    });
  });

  it("names the model that has answered, and none if all have failed", async () => {
    const failing = defineModel("first", () => {
      throw new ServiceError({ kind: "overloaded", message: "Full." });
    });
    const fallen = serviceOf(withFallback([failing, greeter]));
    await fallen.ask();
    expect(fallen.ended()).toMatchObject({ model: "first", answeredBy: "greeter" });
    const failed = serviceOf(failing);
    await failed.ask();
    expect(failed.ended()?.outcome).toBe("failed");
    expect(failed.ended()?.answeredBy).toBeUndefined();
  });

  it("tells a caller who has left from a failure", async () => {
    const slow = defineModel("slow", async function* ({ signal }) {
      yield "Hello";
      await new Promise((_, reject) => signal.addEventListener("abort", reject));
    });
    const { service, ended } = serviceOf(slow);
    const response = await service.request(
      ...requestOf("messages", { model: "slow", stream: true }),
    );
    await response.body?.cancel();
    await service.close();
    expect(ended()).toMatchObject({
      ...{ outcome: "left", status: 200 },
      attempts: [{ end: "client_abort" }],
    });
  });

  it("comes once and last, also if its caller leaves while the ledger reserves", async () => {
    const ledger = createMemoryLedger();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = async (...asked: Parameters<typeof ledger.reserve>) => {
      await answered;
      return ledger.reserve(...asked);
    };
    const { service, events, typesOf } = serviceOf(greeter, [], {
      ledger: { ...ledger, reserve: slow },
    });
    const leaving = new AbortController();
    const [path, init] = requestOf("messages", { model: "greeter" });
    const asked = service.request(path, { ...init, signal: leaving.signal });
    await until(() => typesOf().includes("request_begun"));
    leaving.abort();
    await asked.catch(() => undefined);
    answer();
    await service.close();
    expect(typesOf().slice(1)).toEqual([
      ...["request_begun", "attempt_begun", "attempt_ended", "request_ended"],
    ]);
    expect(events.at(-1)).toMatchObject({ outcome: "left", attempts: [{ end: "unsent" }] });
  });

  it("is reported once for every request, whatever was asked for", async () => {
    const { service, events } = serviceOf(greeter);
    const headers = headersOf("messages");
    for (const path of ["/v1/models", "/v1/models/none", "/nothing"]) {
      await (await service.fetch(new Request(`http://localhost${path}`, { headers }))).text();
    }
    expect(events.slice(1)).toMatchObject([
      { type: "request_ended", operation: "list_models", outcome: "answered", keyId: "key-1" },
      { type: "request_ended", operation: "get_model", outcome: "refused", status: 404 },
      { type: "request_ended", operation: "unknown", outcome: "refused", status: 404 },
    ]);
  });
});

describe("a request that is refused", () => {
  it.each([
    [
      "for an unknown model",
      { model: "none", stream: true },
      { requestedModel: "none", stream: true },
    ],
    ["for an invalid body", { messages: 5 }, { requestedModel: "greeter" }],
    ["for a long name", { model: "x".repeat(300) }, { requestedModel: "x".repeat(255) }],
  ])("%s names what was asked for", async (_name, change, facts) => {
    const { ask, ended } = serviceOf(greeter);
    await ask(change);
    expect(ended()).toMatchObject({ outcome: "refused", ...facts });
  });

  it("names no model if what was asked for is no name", async () => {
    const { ask, ended } = serviceOf(greeter);
    await ask({ model: 5, stream: "yes" });
    expect(ended()).toMatchObject({ outcome: "refused" });
    expect(ended()?.requestedModel).toBeUndefined();
    expect(ended()?.stream).toBeUndefined();
  });

  it("names the model whose description was asked for", async () => {
    const { service, events } = serviceOf(greeter);
    for (const name of ["none", "greeter"]) {
      const request = new Request(`http://localhost/v1/models/${name}`, {
        headers: headersOf("messages"),
      });
      await (await service.fetch(request)).text();
    }
    expect(events.slice(1)).toMatchObject([
      { operation: "get_model", outcome: "refused", requestedModel: "none" },
      { operation: "get_model", outcome: "answered", requestedModel: "greeter", model: "greeter" },
    ]);
  });
});

describe("the first content", () => {
  const chunk = { id: "chatcmpl-9", model: "gpt-x" };
  const chunks = [
    { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Hi" } }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
  const stream = [...chunks.map((one) => JSON.stringify(one)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
  const message = { role: "assistant", content: "Hi" };
  const whole = JSON.stringify({
    ...{ ...chunk, object: "chat.completion", created: 1 },
    choices: [{ index: 0, message, finish_reason: "stop" }],
  });

  it.each(
    (["messages", "chat-completions"] as const).flatMap((format) =>
      [true, false].map((isStream) => [format, isStream] as const),
    ),
  )("of a reply in one block is its end (%s, stream: %s)", async (format, isStream) => {
    const type = isStream ? "text/event-stream" : "application/json";
    const model = chatCompletionsUpstream({
      id: "up",
      baseUrl: "http://up.example",
      fetch: async () =>
        new Response(isStream ? stream : whole, { headers: { "content-type": type } }),
    });
    const { service, ended, typesOf } = serviceOf(model);
    const asked = requestOf(format, { model: "up", stream: isStream });
    await (await service.request(...asked)).text();
    await service.close();
    expect(ended()).toMatchObject({
      firstContentMilliseconds: expect.any(Number),
      attempts: [{ end: "completed", firstContentMilliseconds: expect.any(Number) }],
    });
    expect(typesOf().slice(2, 5)).toEqual(["attempt_begun", "first_content", "attempt_ended"]);
  });

  it("is that of each choice, and only of attempts that have said something", async () => {
    let calls = 0;
    const model = defineModel("choosy", async function* () {
      calls += 1;
      if (calls === 1) throw new ServiceError({ kind: "overloaded", message: "Full." });
      yield "Hello";
    });
    const { service, events, ended } = serviceOf(withRetry(model, { baseDelay: 1 }));
    const [path, init] = requestOf("chat-completions", { model: "choosy", n: 2 });
    await (await service.request(path, init)).text();
    await service.close();
    const first = events.filter(({ type }) => type === "first_content");
    const attempts = ended()?.attempts ?? [];
    expect(attempts.map(({ end }) => end).toSorted()).toEqual([
      ...["completed", "completed", "upstream_error"],
    ]);
    const spoke = attempts.filter(({ firstContentMilliseconds: at }) => at !== undefined);
    expect(spoke.map(({ end }) => end)).toEqual(["completed", "completed"]);
    expect(first.map((event) => "attempt" in event && event.attempt.attemptId).toSorted()).toEqual(
      spoke.map(({ attemptId }) => attemptId).toSorted(),
    );
  });
});

describe("a reporter with a context of its own", () => {
  const headers = { baggage: "tenant=7", b3: "0", other: "1" };

  it("gets the headers that it asks for in all events, and no others", async () => {
    const asking: Reporter = Object.assign(() => undefined, {
      contextHeaders: () => ["baggage", "b3", "absent"],
    });
    const { ask, events } = serviceOf(greeter, [asking]);
    await ask({}, headers);
    const found = events.flatMap((event) => ("requestId" in event ? [event] : []));
    expect(found.length).toBeGreaterThan(3);
    for (const event of found) {
      expect(event).toMatchObject({ contextHeaders: { baggage: "tenant=7", b3: "0" } });
    }
  });

  it("asks for none by default", async () => {
    const { ask, ended } = serviceOf(greeter);
    await ask({}, headers);
    expect(ended()?.contextHeaders).toBeUndefined();
  });

  const context = new AsyncLocalStorage<string>();
  const running: Reporter = Object.assign(() => undefined, {
    runAttempt: ({ attempt }: AttemptBegun, work: () => void) => context.run(attempt.model, work),
  });

  it("runs every step of a model in this process in it", async () => {
    const seen: unknown[] = [];
    const model = defineModel("steps", async function* () {
      try {
        seen.push(context.getStore());
        yield "One";
        await Promise.resolve();
        seen.push(context.getStore());
        yield "Two";
      } finally {
        seen.push(context.getStore());
      }
    });
    const { ask, service } = serviceOf(model, [running]);
    await ask({ stream: true });
    await service.close();
    expect(seen).toEqual(["steps", "steps", "steps"]);
  });

  it("sends requests to upstreams in it", async () => {
    const seen: unknown[] = [];
    const { model } = upstreamOf(() => {
      seen.push(context.getStore());
      return Response.json(reply);
    });
    await serviceOf(model, [running]).ask();
    expect(seen).toEqual(["up"]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["does nothing", () => undefined],
    [
      "runs everything twice",
      (_: unknown, work: () => void) => {
        work();
        work();
      },
    ],
  ])("changes no answer if it %s", async (_name, runAttempt) => {
    const { ask } = serviceOf(greeter, [Object.assign(() => undefined, { runAttempt })]);
    expect((await ask()).text).toContain("Hello");
  });

  it("hides no failure of a model", async () => {
    const broken = defineModel("broken", async function* () {
      yield "Hello";
      throw new ServiceError({ kind: "overloaded", message: "Full." });
    });
    const { ask } = serviceOf(broken, [running]);
    expect((await ask()).status).toBe(529);
  });
});

describe("the caller's trace", () => {
  it("goes on to the upstream, and stands in every event of the request", async () => {
    const { model, sent } = upstreamOf(() => Response.json(reply));
    const { ask, events } = serviceOf(model);
    await ask({}, { traceparent, tracestate: "a=1" });
    expect(sent[0]?.get("traceparent")).toBe(traceparent);
    expect(sent[0]?.get("tracestate")).toBe("a=1");
    const traces = events.flatMap((event) => ("trace" in event ? [event.trace] : []));
    expect(traces).toEqual(Array(5).fill({ traceparent, tracestate: "a=1" }));
  });

  it("is left out if it is not valid", async () => {
    const { model, sent } = upstreamOf(() => Response.json(reply));
    await serviceOf(model).ask({}, { traceparent: "00-zz", tracestate: "a=1" });
    expect(sent[0]?.has("traceparent")).toBe(false);
    expect(sent[0]?.has("tracestate")).toBe(false);
  });

  it("is continued by a reporter that has trace headers of its own", async () => {
    const { model, sent } = upstreamOf(() => Response.json(reply));
    const tracer: Reporter = Object.assign(() => undefined, {
      traceHeaders: ({ attempt }: { readonly attempt: { readonly number: number } }) =>
        [["traceparent", `own-${attempt.number}`]] as const,
    });
    await serviceOf(model, [tracer]).ask({}, { traceparent });
    expect(sent[0]?.get("traceparent")).toBe("own-1");
  });
});

describe("what a reply says of itself", () => {
  const chunks = [
    { id: "chatcmpl-9", model: "gpt-x", choices: [{ index: 0, delta: { content: "Hi" } }] },
    { id: "chatcmpl-9", model: "gpt-x", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
  const said = { id: "chatcmpl-9", model: "gpt-x", finishReasons: ["stop"] };

  it.each(["messages", "chat-completions"] as const)(
    "stands in the end of its attempt (%s)",
    async (format) => {
      const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"];
      const text = frames.map((data) => `data: ${data}\n\n`).join("");
      const headers = { "content-type": "text/event-stream" };
      const model = chatCompletionsUpstream({
        id: "up",
        baseUrl: "http://up.example",
        fetch: async () => new Response(text, { headers }),
      });
      const { service, ended } = serviceOf(model);
      const response = await service.request(...requestOf(format, { model: "up", stream: true }));
      await response.text();
      await service.close();
      const neutral = { id: "9", finishReasons: ["end"] };
      const reply = format === "messages" ? { ...said, ...neutral } : said;
      expect(ended()).toMatchObject({ attempts: [{ reply }] });
    },
  );

  it("is in a reply of JSON and of a model in this process too", async () => {
    const { model } = upstreamOf(() => Response.json(reply));
    const relayed = serviceOf(model);
    await relayed.ask();
    const own = serviceOf(greeter);
    await own.ask();
    const facts = { id: "msg_1", model: "claude-x", finishReasons: ["end_turn"] };
    expect(relayed.ended()).toMatchObject({ attempts: [{ reply: facts }] });
    expect(own.ended()).toMatchObject({
      attempts: [{ reply: { model: "greeter", finishReasons: ["end"] } }],
    });
  });
});

describe("contents", () => {
  it("are shown only to a reporter that asks for them, and hold no credential", async () => {
    const { model } = upstreamOf(() => Response.json(reply));
    const contents: Content[] = [];
    const inspector: Reporter = Object.assign(() => undefined, {
      contents: (content: Content) => void contents.push(content),
    });
    const { ask } = serviceOf(model, [inspector]);
    await ask();
    const types = [
      "request",
      "conversation",
      "upstream_request",
      "upstream_answer",
      "upstream_block",
    ];
    expect(contents.map(({ type }) => type)).toEqual([...types, "answer", "answer_block"]);
    const text = contents
      .map((content) => {
        const bytes = "body" in content ? content.body : "bytes" in content && content.bytes;
        return JSON.stringify(content) + (bytes ? new TextDecoder().decode(bytes) : "");
      })
      .join("\n");
    expect(text).toContain('"text":"Hello"');
    expect(text).not.toContain("sk-of-the-upstream");
    expect(text).not.toContain(key);
  });

  it("have the conversation in neutral form, and end before the end of the request", async () => {
    const heard: string[] = [];
    const texts: unknown[] = [];
    const listener: Reporter = Object.assign(
      (event: ReporterEvent) => void heard.push(event.type),
      {
        contents(content: Content) {
          heard.push(content.type);
          if (content.type === "conversation") texts.push(content.read().turns[0]?.blocks[0]);
        },
      },
    );
    const { ask, service } = serviceOf(greeter, [listener]);
    await ask({ messages: [{ role: "user", content: "Good day." }] });
    await service.close();
    expect(texts).toMatchObject([{ type: "text", text: "Good day." }]);
    expect(heard.indexOf("conversation")).toBeLessThan(heard.indexOf("request_begun"));
    expect(heard.lastIndexOf("events")).toBeLessThan(heard.indexOf("request_ended"));
    expect(heard.indexOf("answer_block")).toBeLessThan(heard.indexOf("request_ended"));
  });

  it("name the attempt that each part of a reply is of", async () => {
    const contents: Content[] = [];
    const inspector: Reporter = Object.assign(() => undefined, {
      contents: (content: Content) => void contents.push(content),
    });
    const { service, ended } = serviceOf(greeter, [inspector]);
    await (await service.request(...requestOf("messages", { model: "greeter" }))).text();
    const [path, init] = requestOf("chat-completions", { model: "greeter", n: 2 });
    await (await service.request(path, init)).text();
    await service.close();
    const parts = contents.filter((content) => content.type === "events");
    const ids = [...new Set(parts.map(({ attemptId }) => attemptId))];
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(ended()?.attempts[0]?.attemptId);
    for (const id of ids) {
      const own = parts.filter(({ attemptId }) => attemptId === id);
      const choices = own.flatMap(({ events }) =>
        events.map((one) => "choice" in one && one.choice),
      );
      expect(new Set(choices).size).toBe(1);
    }
  });

  it("are not those of endpoints, whose answers may hold secrets", async () => {
    const contents: Content[] = [];
    const reporter: Reporter = Object.assign(() => undefined, {
      contents: (content: Content) => void contents.push(content),
    });
    const endpoint: Endpoint = {
      ...{ method: "GET", path: "/secret" },
      answer: async () => ({ status: 200, headers: [], body: new TextEncoder().encode("sk-new") }),
    };
    const service = createService({
      models: [upstreamOf(() => Response.json(reply)).model],
      keys: createMemoryKeys([{ key }]),
      ...{ reporter, endpoints: [endpoint] },
    });
    const answer = await service.fetch(new Request("http://service.example/secret"));
    expect(await answer.text()).toBe("sk-new");
    expect(contents).toEqual([]);
  });
});
