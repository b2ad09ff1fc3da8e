import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  createMemoryLedger,
  createService,
  defineModel,
  type Model,
  type ServerToolOptions,
  toolCall,
  usage,
  WebToolError,
  withServerTools,
} from "../src/index.js";

const peaks = [
  { url: "https://peaks.example/k2", title: "K2", text: "K2 is 8,611 m high.", age: "2 days" },
  { url: "https://hills.example/", title: "Hills", text: "Hills are low." },
];

/** Searches when nothing has been found yet, then answers with what it has read. */
const searcher = defineModel("searcher", async function* ({ conversation }) {
  const results = conversation.turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "tool_result" ? block.content : [])),
  );
  yield usage({ input: 10, output: 5 });
  if (results.length === 0) {
    yield "Let me look.";
    yield toolCall({ name: "web_search", arguments: { query: "K2" } });
    return;
  }
  const [first] = results;
  yield `It is high: [K2](https://peaks.example/k2). `;
  yield `I read ${first?.type === "text" ? first.text.length : 0} characters.`;
});

/** A service with the model, and one that reaches it as an upstream of Chat Completions. */
function serve(model: Model, options: ServerToolOptions, isUpstream = false) {
  const ledger = createMemoryLedger();
  const behind = createService({ models: [model], allowAnonymous: true });
  const asked = isUpstream
    ? chatCompletionsUpstream({
        id: "searcher",
        baseUrl: "http://behind.test/v1",
        fetch: (input: string | URL | Request, init?: RequestInit) =>
          behind.fetch(new Request(input, init)),
      })
    : model;
  const service = createService({
    models: [withServerTools(asked, options)],
    allowAnonymous: true,
    ledger,
  });
  async function ask(path: string, body: object) {
    const answer = await service.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "searcher", ...body }),
    });
    return { status: answer.status, text: await answer.text() };
  }
  const messages = async (change: object = {}) => {
    const { status, text } = await ask("/v1/messages", {
      max_tokens: 100,
      messages: [{ role: "user", content: "How high is K2?" }],
      tools: [{ type: "web_search_20250305", name: "web_search" }],
      ...change,
    });
    return { status, body: JSON.parse(text) };
  };
  return { ask, messages, ledger };
}

const search = { webSearch: async () => peaks };

describe.each([false, true])(
  "a model with tools of the vendor (as an upstream: %s)",
  (isUpstream) => {
    it("searches for callers of Messages, who see the call, its results and citations", async () => {
      const { messages, ledger } = serve(searcher, search, isUpstream);
      const { status, body } = await messages();
      expect([status, body.stop_reason]).toEqual([200, "end_turn"]);
      expect(body.content).toMatchObject([
        { type: "text", text: "Let me look." },
        { type: "server_tool_use", name: "web_search", input: { query: "K2" } },
        {
          type: "web_search_tool_result",
          tool_use_id: body.content[1].id,
          content: [
            { type: "web_search_result", url: peaks[0]?.url, title: "K2", page_age: "2 days" },
            { type: "web_search_result", page_age: null },
          ],
        },
        {
          type: "text",
          citations: [{ type: "web_search_result_location", url: peaks[0]?.url, title: "K2" }],
        },
      ]);
      expect(body.content[1].id).toMatch(/^srvtoolu_[a-zA-Z0-9]+$/);
      expect(body.usage).toMatchObject({
        input_tokens: 20,
        output_tokens: 10,
        server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
      });
      await expect
        .poll(() => ledger.all().map(({ state }) => state))
        .toEqual(["settled", "settled"]);
      expect(ledger.all().map((row) => "usage" in row && row.usage)).toMatchObject([
        { input: 10, output: 5 },
        { input: 10, output: 5 },
      ]);
    });

    it("searches for callers of Chat Completions, who see the citations", async () => {
      const { ask } = serve(searcher, search, isUpstream);
      const { text } = await ask("/v1/chat/completions", {
        messages: [{ role: "user", content: "How high is K2?" }],
        web_search_options: {},
      });
      const [choice] = JSON.parse(text).choices;
      expect(choice.finish_reason).toBe("stop");
      expect(choice.message.content).toContain("Let me look.It is high: [K2]");
      const [{ url_citation: citation }] = choice.message.annotations;
      expect(citation).toMatchObject({ url: peaks[0]?.url, title: "K2" });
      expect(choice.message.content.slice(citation.start_index, citation.end_index)).toBe(
        "[K2](https://peaks.example/k2)",
      );
    });
  },
);

it("gives the results of an earlier turn back to the model", async () => {
  const { messages } = serve(searcher, search);
  const { body } = await messages();
  const turns = [
    { role: "user", content: "How high is K2?" },
    { role: "assistant", content: body.content },
    { role: "user", content: "And now?" },
  ];
  const { body: second } = await messages({ messages: turns });
  expect(second.content).toHaveLength(1);
  expect(second.content[0].text).toMatch(/I read [1-9]\d+ characters/);
});

it("leaves a tool out that nobody provides, and goes on", async () => {
  const { messages } = serve(searcher, {}, true);
  const { status, body } = await messages();
  expect([status, body.content[0].type]).toEqual([200, "text"]);
});

it.each([
  ["the function fails", async () => Promise.reject(new Error("secret")), "unavailable"],
  [
    "the function says why",
    async () => Promise.reject(new WebToolError("too_many_requests")),
    "too_many_requests",
  ],
] as const)("tells model and caller of a failure: %s", async (_, webSearch, code) => {
  const { messages } = serve(searcher, { webSearch });
  const { body } = await messages();
  expect(body.content[2].content).toEqual({
    type: "web_search_tool_result_error",
    error_code: code,
  });
  expect(body.stop_reason).toBe("end_turn");
  expect(JSON.stringify(body)).not.toContain("secret");
});

/** Searches for ever. */
const restless = defineModel("searcher", async function* () {
  yield toolCall({ name: "web_search", arguments: { query: "more" } });
});

it("refuses calls above the caller's limit, and pauses after the most rounds", async () => {
  const { messages } = serve(restless, { ...search, maxRounds: 3 });
  const tools = [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }];
  const { body } = await messages({ tools });
  const results = body.content.filter(({ type }: { type: string }) =>
    type.endsWith("_tool_result"),
  );
  expect(
    results.map(({ content }: { content: { error_code?: string } }) => content.error_code),
  ).toEqual([undefined, undefined, "max_uses_exceeded"]);
  expect(body.stop_reason).toBe("pause_turn");
});

it("keeps results of domains from callers that do not allow them", async () => {
  const { messages } = serve(searcher, search);
  const tool = { type: "web_search_20250305", name: "web_search" };
  const urlsOf = async (change: object) => {
    const { body } = await messages({ tools: [{ ...tool, ...change }] });
    return body.content[2].content.map(({ url }: { url: string }) => url);
  };
  expect(await urlsOf({ allowed_domains: ["peaks.example"] })).toEqual([peaks[0]?.url]);
  expect(await urlsOf({ blocked_domains: ["peaks.example"] })).toEqual([peaks[1]?.url]);
});

it("ends with the calls that only the caller can answer", async () => {
  const both = defineModel("searcher", async function* () {
    yield toolCall({ name: "web_search", arguments: { query: "K2" } });
    yield toolCall({ name: "climb", arguments: {} });
  });
  const { messages } = serve(both, search);
  const climb = { name: "climb", input_schema: { type: "object" } };
  const { body } = await messages({
    tools: [{ type: "web_search_20250305", name: "web_search" }, climb],
  });
  expect(body.content.map(({ type }: { type: string }) => type)).toEqual([
    "server_tool_use",
    "tool_use",
    "web_search_tool_result",
  ]);
  expect(body.stop_reason).toBe("tool_use");
});

it("streams the same as it answers in one piece", async () => {
  const { ask } = serve(searcher, search);
  const { text } = await ask("/v1/messages", {
    max_tokens: 100,
    stream: true,
    messages: [{ role: "user", content: "How high is K2?" }],
    tools: [{ type: "web_search_20250305", name: "web_search" }],
  });
  const types = [...text.matchAll(/"content_block":\{(?:"citations":\[\],)?"type":"(\w+)"/g)];
  expect(types.map(([, type]) => type)).toEqual([
    "text",
    "server_tool_use",
    "web_search_tool_result",
    "text",
  ]);
  expect(text).toContain("citations_delta");
  expect(text).toContain('"web_search_requests":1');
});

it("aborts a search when the caller leaves", async () => {
  const left = new AbortController();
  let aborted: unknown;
  const webSearch: ServerToolOptions["webSearch"] = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        aborted = signal.reason;
        reject(signal.reason);
      });
      left.abort(new Error("The caller has left."));
    });
  const service = createService({
    models: [withServerTools(searcher, { webSearch })],
    allowAnonymous: true,
  });
  const body = JSON.stringify({
    model: "searcher",
    max_tokens: 100,
    messages: [{ role: "user", content: "How high is K2?" }],
    tools: [{ type: "web_search_20250305", name: "web_search" }],
  });
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const asked = new Request("http://service.test/v1/messages", {
    ...{ method: "POST", headers, body },
    signal: left.signal,
  });
  await service.fetch(asked).catch(() => undefined);
  expect(aborted).toBe("client_abort");
});

it("gives up a search whose time is over, and tells the model", async () => {
  const webSearch = () => new Promise<never>(() => undefined);
  const { messages } = serve(searcher, { webSearch, timeout: 1 });
  const { body } = await messages();
  expect(body.content[2].content.error_code).toBe("unavailable");
});

it("gives each call an id of its own, also where a model uses one again", async () => {
  const repeating = defineModel("searcher", async function* () {
    yield toolCall({ id: "call-0", name: "web_search", arguments: { query: "more" } });
  });
  const { messages } = serve(repeating, { ...search, maxRounds: 3 });
  const { body } = await messages();
  const ids: string[] = body.content.flatMap(({ id }: { id?: string }) => id ?? []);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^srvtoolu_01[a-zA-Z0-9]{22}$/);
});

describe("a search that takes long", () => {
  it("is shown to callers of Messages before it has ended", async () => {
    const results = deferred<typeof peaks>();
    const service = createService({
      models: [withServerTools(searcher, { webSearch: () => results.promise })],
      allowAnonymous: true,
    });
    const response = await service.request("/v1/messages", {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({
        model: "searcher",
        max_tokens: 100,
        stream: true,
        messages: [{ role: "user", content: "How high is K2?" }],
        tools: [{ type: "web_search_20250305", name: "web_search" }],
      }),
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!/"server_tool_use".*content_block_stop/s.test(text)) {
      const { done, value } = await reader.read();
      expect(done).toBe(false);
      text += decoder.decode(value);
    }
    expect(text).not.toContain("web_search_tool_result");
    results.resolve(peaks);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += decoder.decode(next.value);
    }
    expect(text).toContain("web_search_tool_result");
  });
});
