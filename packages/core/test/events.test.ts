import { key } from "@diglot/test-support/key";
import { headersOf, requestOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import {
  type Content,
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  type Endpoint,
  type Model,
  messagesUpstream,
  type Reporter,
  type ReporterEvent,
  usage,
} from "../src/index.js";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A service whose events are kept, and what it is asked with. */
function serviceOf(model: Model, ...others: readonly Reporter[]) {
  const events: ReporterEvent[] = [];
  const service = createService({
    models: [model],
    keys: createMemoryKeys([{ key, id: "key-1", accountId: "team" }]),
    reporter: [(event) => void events.push(event), ...others],
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
      ...["started", "request_begun", "attempt_begun", "attempt_ended", "request_ended"],
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
    const told = events.filter(({ type }) => type !== "settled");
    expect(told).toMatchObject([
      { type: "started" },
      { ...facts, at: expect.any(Number) },
      { ...facts, attempt },
      { ...facts, attempt: { ...end, ...cost, milliseconds: expect.any(Number) } },
      {
        ...{ ...facts, ...cost, outcome: "answered", status: 200, attempts: [end] },
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

describe("the caller's trace", () => {
  it("goes on to the upstream, and stands in every event of the request", async () => {
    const { model, sent } = upstreamOf(() => Response.json(reply));
    const { ask, events } = serviceOf(model);
    await ask({}, { traceparent, tracestate: "a=1" });
    expect(sent[0]?.get("traceparent")).toBe(traceparent);
    expect(sent[0]?.get("tracestate")).toBe("a=1");
    const traces = events.flatMap((event) => ("trace" in event ? [event.trace] : []));
    expect(traces).toEqual(Array(4).fill({ traceparent, tracestate: "a=1" }));
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
    await serviceOf(model, tracer).ask({}, { traceparent });
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
    const { ask } = serviceOf(model, inspector);
    await ask();
    const types = ["request", "upstream_request", "upstream_answer", "upstream_block"];
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
