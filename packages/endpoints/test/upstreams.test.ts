import { createService, type Model, presets } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import {
  completionsUpstream,
  embeddingsFormat,
  embeddingsUpstream,
  moderationsUpstream,
  rerankUpstream,
} from "../src/index.js";
import { letters, upstreamOf, worldOf } from "./world.js";

/** A reply of each endpoint, spelled in a way that no writer of JSON has, and its tokens. */
const cases = [
  [
    "/v1/embeddings",
    embeddingsUpstream,
    '{ "model" : "public", "input":["hi"], "z":1.0, "big":12345678901234567890 }',
    '{ "object":"list","data":[ {"embedding":[1.0,2e0],"index":0} ], "model":"real","usage":{"prompt_tokens":7,"total_tokens":7}, "z":1.0 }',
    { input: 7, output: 0 },
  ],
  [
    "/v1/rerank",
    rerankUpstream,
    '{ "model" : "public", "query":"q", "documents":["a",{"text":"b"}], "top_n":1 }',
    '{ "id":"1","results":[ {"index":1,"relevance_score":0.90} ], "meta":{"billed_units":{"search_units":1},"tokens":{"input_tokens":9}} }',
    { input: 9, output: 0 },
  ],
  [
    "/v1/rerank",
    rerankUpstream,
    '{ "model" : "public", "query":"q", "documents":["a"] }',
    '{ "model":"real","usage":{"total_tokens":5}, "results":[] }',
    { input: 5, output: 0 },
  ],
  [
    "/v1/moderations",
    moderationsUpstream,
    '{ "model" : "public", "input":[{"type":"text","text":"hi"}] }',
    '{ "id":"m","model":"real","results":[ {"flagged":false} ] }',
    { input: 16, output: 0 },
  ],
  [
    "/v1/completions",
    completionsUpstream,
    '{ "model" : "public", "prompt":"Once", "max_tokens":5 }',
    '{ "id":"c","object":"text_completion","model":"real","choices":[ {"text":" upon","index":0,"finish_reason":"stop"} ],"usage":{"prompt_tokens":3,"completion_tokens":2} }',
    { input: 3, output: 2 },
  ],
] as const;

describe.each(cases)("an upstream at %s", (path, create, request, reply, usage) => {
  it("is sent the caller's bytes, and its bytes are returned, but for the model's name", async () => {
    const { sent, options } = upstreamOf(reply);
    const { send, ledger } = worldOf(create(options));
    const response = await send(path, request);
    expect(await response.text()).toBe(reply.replace('"real"', '"public"'));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(sent).toEqual([
      {
        url: `http://upstream.test${path}`,
        text: request.replace('"public"', '"real"'),
        authorization: "Bearer sk-upstream-secret",
      },
    ]);
    expect(ledger.all()).toMatchObject([
      { format: path.slice(4), model: "public", end: "completed", usage },
    ]);
  });

  it.each([
    [429, { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" } }],
    [500, { message: "Out of memory." }],
  ])("passes on a %d in the words of its format, and counts nothing", async (status, body) => {
    const { options } = upstreamOf(() =>
      Response.json(body, { status, headers: { "retry-after": "7" } }),
    );
    const { send, ledger } = worldOf(create(options));
    const response = await send(path, request);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe("7");
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ message: expect.any(String), type: expect.any(String) });
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ upstreamStatus: status, usage: { input: 0, output: 0 } }]);
  });

  it.each([
    ["a reply of another kind", '{"hello":1}', "application/json"],
    ["a page", "<html>", "text/html"],
    ["half a reply", reply.slice(0, 20), "application/json"],
  ])("does not pass on %s", async (_name, text, type) => {
    const { options } = upstreamOf(text, type);
    const { send, ledger } = worldOf(create(options));
    const response = await send(path, request);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "upstream_bad_response" } });
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("is refused with the address of the endpoint itself, which is added to it", () => {
    const baseUrl = `http://upstream.test${path}`;
    expect(() => create({ id: "public", baseUrl })).toThrow(/"baseUrl" must end before/);
  });

  it("refuses to be told its route, and what costs more than its prices say", async () => {
    const { options, sent } = upstreamOf(reply);
    const { ask } = worldOf(create({ ...options, prices: { input: 1, output: 1 } }));
    for (const member of ["api_base", "service_tier"]) {
      const { status, body } = await ask(path, { ...JSON.parse(request), [member]: "priority" });
      expect(status).toBe(400);
      expect(body.error.message).toContain(member);
    }
    expect(sent).toEqual([]);
  });
});

describe("embeddings of another service of the same kind", () => {
  const inner = createService({
    models: [letters],
    formats: [embeddingsFormat],
    allowAnonymous: true,
  });
  const options = {
    ...{ id: "public", model: "letters", baseUrl: "http://inner.test/v1" },
    fetch: inner.fetch as typeof fetch,
  };

  it.each(["base64", "float", undefined] as const)(
    "reach the official client, in %s",
    async (encoding_format) => {
      const { openai, ledger } = worldOf(embeddingsUpstream(options));
      const asked = { model: "public", input: "abc", ...(encoding_format && { encoding_format }) };
      const { data, model } = await openai.embeddings.create(asked);
      expect(model).toBe("public");
      const [{ embedding } = { embedding: [] }] = data;
      const numbers =
        typeof embedding === "string"
          ? [...new Float32Array(Uint8Array.from(Buffer.from(embedding, "base64")).buffer)]
          : embedding;
      expect(numbers).toEqual([3, 1, 0.5]);
      expect(ledger.all()).toMatchObject([{ usage: { input: 3 } }]);
    },
  );

  it("cost their input, and send no limit of an output that there is not", async () => {
    const { options: counted, sent } = upstreamOf(cases[0][3]);
    const model = embeddingsUpstream({ ...counted, prices: { input: 3, output: 0 } });
    const { ask, ledger } = worldOf(model);
    await ask("/v1/embeddings", { model: "public", input: "hi" });
    expect(sent[0]?.text).toBe('{"model":"real","input":"hi"}');
    expect(ledger.all()).toMatchObject([{ costNanoDollars: 21_000 }]);
  });
});

describe("moderations", () => {
  it("reach the official client", async () => {
    const { options } = upstreamOf(cases[3][3]);
    const { openai } = worldOf(moderationsUpstream(options));
    const reply = await openai.moderations.create({ model: "public", input: "hi" });
    expect(reply).toMatchObject({ model: "public", results: [{ flagged: false }] });
  });
});

const chunk = (text: string, more: object = {}) =>
  `data: ${JSON.stringify({ id: "c", object: "text_completion", model: "real", choices: [{ text, index: 0, finish_reason: null, ...more }] })}\n\n`;
const usageChunk = `data: ${JSON.stringify({ id: "c", model: "real", choices: [], usage: { prompt_tokens: 4, completion_tokens: 6 } })}\n\n`;
const ended = chunk(" time.", { finish_reason: "stop" });
const done = "data: [DONE]\n\n";

describe("completions as a stream", () => {
  const asked = { model: "public", prompt: "Once" };
  const over = (text: string, more: object = {}) => {
    const { options, sent } = upstreamOf(text, "text/event-stream");
    const model: Model = completionsUpstream({ ...options, ...more });
    return { ...worldOf(model), sent };
  };

  it("reach the official client, in one piece and in chunks", async () => {
    const whole = upstreamOf(cases[4][3]);
    const { openai } = worldOf(completionsUpstream(whole.options));
    const reply = await openai.completions.create(asked);
    expect(reply.choices[0]?.text).toBe(" upon");
    const { openai: streaming } = over(chunk(" upon") + chunk(" a") + ended + usageChunk + done);
    const texts: string[] = [];
    for await (const { choices } of await streaming.completions.create({
      ...asked,
      stream: true,
    })) {
      texts.push(choices[0]?.text ?? "");
    }
    expect(texts).toEqual([" upon", " a", " time."]);
  });

  it("are relayed frame by frame, without the usage that only the service has asked for", async () => {
    const { send, sent, ledger } = over(chunk(" upon") + ended + usageChunk + done);
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const expected = (chunk(" upon") + ended + done).replaceAll('"real"', '"public"');
    expect(await response.text()).toBe(expected);
    expect(JSON.parse(sent[0]?.text ?? "")).toMatchObject({
      stream_options: { include_usage: true },
    });
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ end: "completed", usage: { input: 4, output: 6 } }]);
  });

  it("have their usage if the caller asks for it", async () => {
    const { send } = over(ended + usageChunk + done);
    const stream = { stream: true, stream_options: { include_usage: true } };
    const response = await send("/v1/completions", JSON.stringify({ ...asked, ...stream }));
    expect(framesOf(await response.text())).toHaveLength(3);
  });

  it("get the last event that an upstream leaves out once all choices have ended", async () => {
    const { send } = over(chunk(" upon") + ended);
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    expect(framesOf(await response.text()).at(-1)?.data).toBe("[DONE]");
  });

  it("end with an error if they are cut, and are counted as far as they came", async () => {
    const { send, ledger } = over(chunk(" upon a time and so on"));
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    const frames = framesOf(await response.text());
    expect(JSON.parse(frames.at(-1)?.data ?? "")).toMatchObject({
      error: { code: "upstream_bad_response" },
    });
    await expect
      .poll(() => ledger.all())
      .toMatchObject([{ end: "upstream_error", usage: { output: 6 } }]);
  });

  it("fail with a status of their own if they begin with an error", async () => {
    const { send } = over('data: {"error":{"message":"Busy.","type":"overloaded_error"}}\n\n');
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    expect(response.status).toBe(503);
  });

  it("pass on an error in their midst as it came, and nothing after it", async () => {
    const error = 'data: {"error":{"message":"Busy.","type":"overloaded_error"}}\n\n';
    const { send, ledger } = over(chunk(" upon") + error + ended + done);
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    expect(await response.text()).toBe(chunk(" upon").replace('"real"', '"public"') + error);
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("are limited to what is reserved for all their choices", async () => {
    const { ask, sent, ledger } = over("", {
      prices: { input: 1, output: 1 },
      fetch: async (url: string, init: RequestInit) => {
        sent.push({ url, text: await new Request(url, init).text(), authorization: null });
        return Response.json(JSON.parse(cases[4][3]));
      },
    });
    await ask("/v1/completions", { ...asked, prompt: ["a", "b"], n: 2 });
    expect(JSON.parse(sent[0]?.text ?? "")).toMatchObject({ max_tokens: 16, n: 2 });
    expect(ledger.all()).toMatchObject([{ costNanoDollars: 5_000 }]);
    const refused = await ask("/v1/completions", { ...asked, best_of: 9 });
    expect(refused).toMatchObject({ status: 400, body: { error: { param: "best_of" } } });
  });

  it("come from servers with the capabilities of Chat Completions", () => {
    const { options } = upstreamOf("");
    expect(completionsUpstream({ ...options, capabilities: presets.vllm }).id).toBe("public");
  });

  it("are refused as JSON where a stream was asked for", async () => {
    const { options } = upstreamOf(cases[4][3]);
    const { send } = worldOf(completionsUpstream(options));
    const response = await send("/v1/completions", JSON.stringify({ ...asked, stream: true }));
    expect(response.status).toBe(502);
  });
});

describe("the key of a caller", () => {
  it("never reaches an upstream", async () => {
    const { options, sent } = upstreamOf(cases[0][3]);
    const { send } = worldOf(embeddingsUpstream(options));
    await send("/v1/embeddings", cases[0][2], { "x-api-key": key });
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(key);
  });
});
