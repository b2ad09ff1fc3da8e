import {
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createMemoryIdempotency,
  createMemoryKeys,
  createUpstream,
  type Model,
  messagesFormat,
} from "@diglot/core";
import { createLimits } from "@diglot/limits";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import {
  createRelayFormat,
  defineEmbeddingModel,
  embeddingsUpstream,
  rerankUpstream,
} from "../src/index.js";
import { chat, letters, upstreamOf, worldOf } from "./world.js";

const asked = { model: "letters", input: "abc" };

describe("what the service does for every format, it does for these", () => {
  it("refuses a wrong key, and does not repeat it", async () => {
    const { send } = worldOf(letters);
    const wrong = { authorization: "Bearer sk-wrong-0123456789" };
    const response = await send("/v1/embeddings", JSON.stringify(asked), wrong);
    const text = await response.text();
    expect(response.status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "invalid_api_key" } });
    expect(text).not.toContain("sk-wrong");
  });

  it("refuses a model that does not exist", async () => {
    const { ask } = worldOf(letters);
    const { status, body } = await ask("/v1/embeddings", { ...asked, model: "other" });
    expect([status, body.error.code]).toEqual([404, "model_not_found"]);
  });

  it("refuses what exceeds a rate, which the input counts against", async () => {
    const limits = { inputTokensPerMinute: 20 };
    const { ask } = worldOf(letters, {
      keys: createMemoryKeys([{ key, limits }]),
      limits: createLimits(),
    });
    const first = await ask("/v1/embeddings", asked);
    expect(first.status).toBe(200);
    expect(first.response.headers.get("x-ratelimit-limit-tokens")).toBe("20");
    const second = await ask("/v1/embeddings", { ...asked, input: "a".repeat(60) });
    expect(second).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
  });

  it("answers a request with the same idempotency key once, and counts it once", async () => {
    let calls = 0;
    const counting = defineEmbeddingModel("letters", () => {
      calls += 1;
      return [[calls]];
    });
    const { send, ledger } = worldOf(counting, { idempotency: createMemoryIdempotency() });
    const again = async () => {
      const headers = { "idempotency-key": "key-1" };
      return (await send("/v1/embeddings", JSON.stringify(asked), headers)).text();
    };
    expect(await again()).toBe(await again());
    expect([calls, ledger.all().length]).toEqual([1, 1]);
  });

  it("reports what happens, under the name of the endpoint", async () => {
    const { ask, events } = worldOf(letters);
    await ask("/v1/embeddings", asked);
    const types = events.filter((event) => "format" in event).map(({ type }) => type);
    expect(types).toEqual([
      "request_begun",
      "attempt_begun",
      "first_content",
      "attempt_ended",
      "request_ended",
    ]);
    expect(events.find(({ type }) => type === "request_ended")).toMatchObject({
      format: "embeddings",
      status: 200,
    });
  });

  it("names the base URL to a client that has the wrong one", async () => {
    const { ask } = worldOf(letters);
    const { status, body } = await ask("/embeddings", asked);
    expect(status).toBe(404);
    expect(body.error.message).toContain("POST /v1/embeddings");
  });
});

describe("a request that no model has to see", () => {
  it.each([
    ["/v1/embeddings", { input: "a" }, "model"],
    ["/v1/embeddings", { model: "letters" }, "input"],
    ["/v1/embeddings", { model: "letters", input: "" }, "input"],
    ["/v1/embeddings", { model: "letters", input: [] }, "input"],
    ["/v1/embeddings", { model: "letters", input: ["a", 1] }, "input"],
    ["/v1/embeddings", { model: "letters", input: { a: 1 } }, "input"],
    ["/v1/embeddings", { ...asked, encoding_format: "int8" }, "encoding_format"],
    ["/v1/embeddings", { ...asked, dimensions: 0 }, "dimensions"],
    ["/v1/embeddings", { ...asked, user: 5 }, "user"],
    ["/v1/rerank", { model: "letters", documents: ["a"] }, "query"],
    ["/v1/rerank", { model: "letters", query: "a" }, "documents"],
    ["/v1/rerank", { model: "letters", query: "a", documents: "b" }, "documents"],
    ["/v1/moderations", { model: "letters" }, "input"],
    ["/v1/completions", { model: "letters", prompt: 5 }, "prompt"],
    ["/v1/completions", { model: "letters", prompt: "a", max_tokens: 1.5 }, "max_tokens"],
    ["/v1/completions", { model: "letters", prompt: "a", stream: "yes" }, "stream"],
  ])("%s refuses %j, and names the member %s", async (path, body, param) => {
    const { ask, ledger } = worldOf(letters);
    const answer = await ask(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: "invalid_request_error", param });
    expect(ledger.all()).toEqual([]);
  });

  it.each(['"text"', '{"model":', '{"model":5,"input":"a"}'])("%s is not one", async (text) => {
    const { send } = worldOf(letters);
    const response = await send("/v1/embeddings", text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("says what the input of embeddings may be", async () => {
    const { ask } = worldOf(letters);
    const { body } = await ask("/v1/embeddings", { ...asked, input: 5 });
    expect(body.error.message).toBe(
      "Invalid type for 'input': expected a string that is not empty, an array of strings, an array of integers, or an array of arrays of integers, but got an integer instead.",
    );
  });
});

describe("a model of another endpoint", () => {
  const chatUpstream = (options: { fetch: typeof fetch }): Model =>
    chatCompletionsUpstream({ id: "chat", baseUrl: "http://upstream.test/v1", ...options });
  const { options: upstream, sent } = upstreamOf("{}");

  it.each([
    ["in this process", chat],
    ["of an upstream", chatUpstream(upstream as unknown as { fetch: typeof fetch })],
  ])("that chats, %s, refuses to embed", async (_name, model) => {
    const { ask, ledger } = worldOf(model);
    const { status, body } = await ask("/v1/embeddings", { model: model.id, input: "a" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      message: `The model '${model.id}' does not take requests to /v1/embeddings.`,
      param: "model",
    });
    expect([sent, ledger.all()]).toEqual([[], []]);
  });

  const messages = [{ role: "user", content: "hi" }];
  it.each([
    ["in this process", letters],
    ["of an upstream", embeddingsUpstream({ ...upstream, id: "letters" })],
  ])("that embeds, %s, refuses to chat in the words of each format", async (_name, model) => {
    const { ask, ledger } = worldOf(model);
    const inChat = await ask("/v1/chat/completions", { model: "letters", messages });
    expect(inChat).toMatchObject({
      status: 400,
      body: {
        error: {
          message: expect.stringContaining("only requests to /v1/embeddings"),
          param: "model",
        },
      },
    });
    const version = { "anthropic-version": "2023-06-01" };
    const asked = { model: "letters", max_tokens: 9, messages };
    const inMessages = await ask("/v1/messages", asked, version);
    expect(inMessages).toMatchObject({
      status: 400,
      body: { type: "error", error: { message: expect.stringMatching(/^model: .*embeddings/) } },
    });
    expect([sent, ledger.all()]).toEqual([[], []]);
  });

  it("that embeds counts the tokens of no conversation", async () => {
    const { ask } = worldOf(letters);
    const version = { "anthropic-version": "2023-06-01" };
    const counted = { model: "letters", messages };
    const { status, body } = await ask("/v1/messages/count_tokens", counted, version);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^model: /)]);
  });

  it("that ranks refuses to embed", async () => {
    const { ask } = worldOf(rerankUpstream({ ...upstream, id: "letters" }));
    const { status, body } = await ask("/v1/embeddings", asked);
    expect([status, body.error.param]).toEqual([400, "model"]);
  });
});

describe("an endpoint that is made for one path", () => {
  const scores = createRelayFormat({ name: "scores", path: "/v2/team/scores" });
  const request = '{ "model":"public", "any":[1.0] }';

  it("relays to models of the same endpoint, and counts", async () => {
    const reply = '{ "score":0.50, "usage":{"input_tokens":4,"output_tokens":1} }';
    const { options, sent } = upstreamOf(reply);
    const { send, ledger } = worldOf(createUpstream(scores.upstream, options), {
      formats: [scores.format, messagesFormat, chatCompletionsFormat],
    });
    const response = await send("/v2/team/scores", request);
    expect(await response.text()).toBe(reply);
    expect(sent).toMatchObject([
      { url: "http://upstream.test/v1/team/scores", text: request.replace("public", "real") },
    ]);
    expect(ledger.all()).toMatchObject([{ format: "scores", usage: { input: 4, output: 1 } }]);
  });

  it("takes a list as a reply, but no error", async () => {
    for (const [text, status] of [
      ["[0.5]", 200],
      ['{"error":{"message":"Busy.","type":"overloaded_error"}}', 503],
    ] as const) {
      const { options } = upstreamOf(text);
      const { send } = worldOf(createUpstream(scores.upstream, options), {
        formats: [scores.format],
      });
      expect((await send("/v2/team/scores", request)).status).toBe(status);
    }
  });

  it("is refused with options that cannot be", () => {
    expect(() => createRelayFormat({ name: "a", path: "scores" })).toThrow(
      'createRelayFormat: "path" must be a path such as "/v1/rerank"',
    );
    expect(() => createRelayFormat({ name: "a", path: "/a", requests: 1 } as never)).toThrow(
      /requests/,
    );
  });
});
