import {
  refusal,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { key } from "@diglot/test-support/key";
import { assertLegalStream } from "@diglot/test-support/legal-streams";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createTimeByHand } from "../time.js";
import {
  answerTo,
  errorOf,
  functionTool,
  join,
  minimal,
  post,
  readStream,
  refusalOf,
  stream,
  type ToolCall,
} from "./helpers.js";

const tools = [functionTool("weather"), functionTool("time")];

/** The pieces of all calls of a stream, in their order. */
async function callsOf(script: Script): Promise<readonly ToolCall[]> {
  const { deltas } = await stream(script, { tools });
  return deltas.flatMap((delta) => delta.tool_calls ?? []);
}

/** The joined arguments of the calls, by index. */
function argumentsOf(pieces: readonly ToolCall[]): readonly string[] {
  const joined: string[] = [];
  for (const { index = -1, function: piece } of pieces) {
    joined[index] = (joined[index] ?? "") + (piece?.arguments ?? "");
  }
  return joined;
}

describe("a stream of Chat Completions", () => {
  it("C051 has a role, text, a finish and an end, under one head", async () => {
    const { data, chunks, deltas, finishes } = await stream(["Hel", "lo"]);
    expect(deltas).toEqual([
      { role: "assistant", content: "", refusal: null },
      { content: "Hel" },
      { content: "lo" },
      {},
    ]);
    expect(finishes).toEqual(["stop"]);
    expect(data.at(-1)).toBe("[DONE]");
    const heads = chunks.map(({ id, created, model, object }) => [id, created, model, object]);
    expect(new Set(heads.map(String)).size).toBe(1);
    expect(heads[0]?.slice(2)).toEqual(["scripted", "chat.completion.chunk"]);
  });

  it("C052 C053 has usage exactly where it was asked for", async () => {
    const script = ["Hello", usage({ input: 3, output: 2 })];
    const without = await stream(script);
    expect(without.chunks.every((chunk) => !("usage" in chunk))).toBe(true);
    const { chunks } = await stream(script, { stream_options: { include_usage: true } });
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
  });

  it("C054 has no padding when none is wanted", async () => {
    const { chunks } = await stream(["Hello"], { stream_options: { include_obfuscation: false } });
    expect(chunks.some((chunk) => "obfuscation" in chunk)).toBe(false);
  });

  it("C054 is padded to multiples of 16 characters in the strict profile alone", async () => {
    const open = await stream(["Hello"]);
    expect(open.chunks.some((chunk) => "obfuscation" in chunk)).toBe(false);
    const { chunks } = await stream(["Hello"], {}, { validation: strict });
    for (const sent of chunks) {
      const { obfuscation, ...chunk } = { obfuscation: "", ...sent };
      expect(sent).toHaveProperty("obfuscation");
      expect((JSON.stringify(chunk).length + obfuscation.length) % 16).toBe(0);
    }
  });

  it("C055 adds up to the answer of the same request without a stream", async () => {
    const script = ["One ", "two ", "three."];
    const { deltas } = await stream(script);
    expect(join(deltas, "content")).toBe((await answerTo(script)).message.content);
  });

  it("C056 has one head of a call, then fragments without id, type and name", async () => {
    const [head, ...fragments] = await callsOf([
      toolCallStart({ name: "weather", id: "call_one" }),
      toolCallArguments('{"pla'),
      toolCallArguments('ce":"Oslo"}'),
    ]);
    expect(head).toEqual({
      index: 0,
      id: "call_one",
      type: "function",
      function: { name: "weather", arguments: "" },
    });
    expect(fragments).toEqual([
      { index: 0, function: { arguments: '{"pla' } },
      { index: 0, function: { arguments: 'ce":"Oslo"}' } },
    ]);
  });

  it("C057 C058 finishes a call before the next begins, and counts calls only", async () => {
    const pieces = await callsOf([
      "Let me look.",
      toolCallStart({ name: "weather" }),
      toolCallArguments('{"place":'),
      toolCallArguments('"Oslo"}'),
      toolCall({ name: "time", arguments: { zone: "CET" } }),
    ]);
    const indexes = pieces.map(({ index }) => index);
    expect(indexes).toEqual([...indexes].sort());
    expect(new Set(indexes)).toEqual(new Set([0, 1]));
    expect(new Set(pieces.flatMap(({ id }) => id ?? [])).size).toBe(2);
    expect(pieces.filter(({ id }) => id !== undefined)).toHaveLength(2);
    expect(argumentsOf(pieces)).toEqual(['{"place":"Oslo"}', '{"zone":"CET"}']);
  });

  it.each([[[toolCall({ name: "time" })]], [[toolCallStart({ name: "time" })]]])(
    "C038 C059 gives a call without arguments the same ones in both forms",
    async (script) => {
      const { message } = await answerTo(script, { tools });
      expect(message.tool_calls?.[0]?.function?.arguments).toBe("{}");
      expect(argumentsOf(await callsOf(script))).toEqual(["{}"]);
    },
  );

  it("C060 gives each choice one role, in the order of the indexes, one end, and the usage once", async () => {
    const change = { n: 2, stream_options: { include_usage: true } };
    const { chunks, text } = await stream(["a", "b"], change);
    assertLegalStream("chat-completions", text);
    const choices = chunks.flatMap((chunk) => chunk.choices);
    expect(choices.flatMap(({ index, delta }) => (delta.role ? [index] : []))).toEqual([0, 1]);
    expect(choices.filter((choice) => choice.finish_reason)).toHaveLength(2);
    expect(chunks.filter((chunk) => chunk.usage)).toEqual([chunks.at(-1)]);
  });

  it("C060 refuses more choices than the model gives, before the head", async () => {
    const options = { model: { capabilities: { choices: 1 } } };
    const error = await refusalOf({ stream: true, n: 2 }, options);
    expect(error).toMatchObject({ status: 400, param: "n", code: "unsupported_value" });
  });

  it("C061 ends with length when the limit cuts it", async () => {
    const words = Array.from({ length: 40 }, () => "word ");
    const { deltas, finishes } = await stream(words, { max_completion_tokens: 5 });
    expect(finishes).toEqual(["length"]);
    expect(join(deltas, "content")).toMatch(/^word /);
    expect(join(deltas, "content").length).toBeLessThan(40);
  });

  it("C062 writes a refusal as a refusal", async () => {
    const { deltas, finishes } = await stream([refusal("I would "), refusal("rather not.")]);
    expect(deltas).toEqual([
      { role: "assistant", content: null, refusal: "" },
      { refusal: "I would " },
      { refusal: "rather not." },
      {},
    ]);
    expect(finishes).toEqual(["stop"]);
  });

  it("C063 shows reasoning before the text where the setting is on, and never otherwise", async () => {
    const script = [thinking("Deep "), thinking("thoughts."), "Out loud."];
    const shown = await stream(script);
    expect(join(shown.deltas, "reasoning_content")).toBe("Deep thoughts.");
    const lastReasoning = shown.deltas.findLastIndex((delta) => delta.reasoning_content);
    expect(lastReasoning).toBeLessThan(shown.deltas.findIndex((delta) => delta.content));
    const hidden = await stream(script, {}, { chatCompletions: { reasoning: "omit" } });
    expect(hidden.text).not.toContain("reasoning");
    expect(hidden.text).not.toContain("thoughts");
  });

  it("C065 has the headers of a stream that nothing may hold back", async () => {
    const { response } = await stream(["Hello"]);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(response.headers.get("cache-control")).toContain("no-cache");
    expect(response.headers.has("content-length")).toBe(false);
    expect(response.headers.has("content-encoding")).toBe(false);
  });

  it("C066 C067 is nothing but data lines, and none of them is an error", async () => {
    const { text, chunks } = await stream(
      ["event: x\ndata: y\n\nid: 1\rretry: 2\r\n", thinking("a\n\nb"), toolCall({ name: "time" })],
      { tools, stream_options: { include_usage: true } },
    );
    const blocks = text.split("\n\n");
    expect(blocks.pop()).toBe("");
    expect(blocks.at(-1)).toBe("data: [DONE]");
    for (const block of blocks) expect(block).toMatch(/^data: [^\r\n]+$/);
    expect(text.indexOf("[DONE]")).toBe(text.length - "[DONE]\n\n".length);
    expect(chunks.some((chunk) => "error" in chunk)).toBe(false);
  });

  it.each([
    ["overloaded", 503, "server_is_overloaded"],
    ["rate_limited", 429, "rate_limit_exceeded"],
    ["upstream_timeout", 504, "upstream_timeout"],
  ] as const)(
    "C068 answers a model that fails at once (%s) with %i",
    async (kind, status, code) => {
      const { service } = serviceOf(async function* () {
        yield* [];
        throw new ServiceError({ kind, message: "Not now." });
      });
      const error = await errorOf(await post(service, { ...minimal, stream: true }));
      expect(error).toMatchObject({ status, code, message: "Not now." });
    },
  );

  it("C068 answers a model that throws anything at once with 500", async () => {
    const { service } = serviceOf(() => {
      throw new Error("inner secret");
    });
    const error = await errorOf(await post(service, { ...minimal, stream: true }));
    expect(error).toMatchObject({ status: 500, type: "server_error" });
    expect(error.message).not.toContain("secret");
  });

  it("C069 ends a stream that fails after text with one error and nothing more", async () => {
    const { data, finishes } = await stream(async function* () {
      yield "half an ans";
      throw new ServiceError({ kind: "overloaded", message: "Too busy." });
    });
    expect(JSON.parse(data.at(-1) ?? "")).toEqual({
      error: {
        message: "Too busy.",
        type: "service_unavailable_error",
        param: null,
        code: "server_is_overloaded",
      },
    });
    expect(data.filter((line) => line.startsWith('{"error"'))).toHaveLength(1);
    expect(data).not.toContain("[DONE]");
    expect(finishes).toEqual([]);
  });

  it("C070 aborts the model at once when its reader leaves, and settles", async () => {
    let aborted = false;
    const script: Script = async function* ({ signal }) {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      yield "first";
      await new Promise(() => undefined);
    };
    // No time passes for the service: neither waits for anything.
    const { service, ledger } = serviceOf(script, { clock: createTimeByHand().clock });
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => aborted && ledger.all()[0]?.state === "settled");
    expect(ledger.all()[0]).toMatchObject({ end: "client_abort" });
  });

  it("C071 does not run ahead of a slow reader, and keeps the order", async () => {
    let yielded = 0;
    const count = 20_000;
    const { service } = serviceOf(
      async function* () {
        while (yielded < count) yield `${yielded++},`;
      },
      { defaultMaxTokens: 1_000_000 },
    );
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(await untilStill(() => yielded)).toBeLessThan(count / 10);
    const decoder = new TextDecoder();
    let text = decoder.decode(first?.value, { stream: true });
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    const { chunks } = await readStream(new Response(text));
    const joined = join(
      chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta)),
      "content",
    );
    expect(joined).toBe(Array.from({ length: count }, (_, index) => `${index},`).join(""));
  });

  it("C072 keeps characters of several bytes whole, wherever they are cut", async () => {
    const said = "Grüße 👩‍👩‍👧 — 日本語 🦉";
    // One code unit at a time cuts every pair of surrogates in two.
    const { deltas } = await stream(said.split(""));
    expect(join(deltas, "content")).toBe(said);
    expect((await answerTo(said.split(""))).message.content).toBe(said);
  });

  it("C072 reads a request whose characters arrive cut into single bytes", async () => {
    const said = "Grüße 👩‍👩‍👧 日本語";
    const { service } = serviceOf(async function* ({ conversation }) {
      const block = conversation.turns[0]?.blocks[0];
      yield block?.type === "text" ? block.text : "";
    });
    const bytes = new TextEncoder().encode(
      JSON.stringify({ ...minimal, messages: [{ role: "user", content: said }] }),
    );
    const answer = await service.handle({
      method: "POST",
      target: "/v1/chat/completions",
      headers: new Headers({ authorization: `Bearer ${key}` }),
      body: {
        kind: "stream",
        chunks: (async function* () {
          for (const byte of bytes) yield Uint8Array.of(byte);
        })(),
      },
      signal: new AbortController().signal,
    });
    const body = JSON.parse(new TextDecoder().decode(answer.body as Uint8Array));
    expect(body.choices[0].message.content).toBe(said);
  });

  it("C075 of a silent model has a role, a finish and an end", async () => {
    const { data, deltas, finishes } = await stream([]);
    expect(deltas).toEqual([{ role: "assistant", content: "", refusal: null }, {}]);
    expect(finishes).toEqual(["stop"]);
    expect(data.at(-1)).toBe("[DONE]");
  });

  it("C020 C024 names the filter and the tier as the plain answer does", async () => {
    const { chunks, finishes } = await stream(["Some", stop("content_filter")], {
      service_tier: "fast",
    });
    expect(finishes).toEqual(["content_filter"]);
    expect(chunks.every((chunk) => "service_tier" in chunk)).toBe(true);
    expect(chunks[0]).toMatchObject({ service_tier: "priority" });
  });

  it("C120 is the same, byte for byte, when the request comes again", async () => {
    const bytesOf = async () => {
      const { text } = await stream(["One ", toolCall({ name: "time", id: "call_one" })], {
        seed: 7,
        tools,
        stream_options: { include_usage: true },
      });
      return text.replace(/"id":"chatcmpl-[^"]*"/g, "").replace(/"created":\d+/g, "");
    };
    expect(await bytesOf()).toBe(await bytesOf());
  });
});
