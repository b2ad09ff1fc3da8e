import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldOf } from "../../../../test/fold-of.js";
import {
  deltaOf,
  finishOf,
  type Item,
  linesOf,
  readAnswer,
  readCut,
  readStream,
} from "../__fixtures__/reply.js";

type Fields = Readonly<Record<string, unknown>>;

const usage = { prompt_tokens: 9, completion_tokens: 3 };

function answerOf(message: Fields, finish: string | null = "stop", more: Fields = {}): Fields {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: finish };
  return { id: "chatcmpl-a", model: "m", choices: [{ ...choice, ...more }], usage };
}

const callOf = (id: string, name: string, json: unknown) => ({
  id,
  type: "function",
  function: { name, arguments: json },
});

const linesFor = (...args: Parameters<typeof answerOf>) =>
  linesOf(readAnswer(answerOf(...args)).events);

describe("parseResponse", () => {
  it("T152 reads reasoning, text and calls in this order", () => {
    const { events, notes } = readAnswer({
      ...answerOf(
        {
          tool_calls: [callOf("c1", "f", '{"a":1}'), callOf("c2", "g", { b: 2 })],
          content: "So",
          reasoning_content: "Hm",
          refusal: null,
          annotations: [],
        },
        "tool_calls",
      ),
      service_tier: "default",
    });
    expect(linesOf(events)).toEqual([
      "0 thinking: Hm",
      "1 text: So",
      '2 c1 f: {"a":1}',
      '3 c2 g: {"b":2}',
      "tool_calls",
    ]);
    expect(events[0]).toMatchObject({ id: "a", model: "m", serviceTier: "standard" });
    expect(notes).toEqual([]);
  });

  it("reads an empty message as one without blocks", () => {
    expect(linesFor({ content: null })).toEqual(["end"]);
    expect(linesFor({ content: " \n" })).toEqual(["end"]);
  });

  it("reads parts, and the older call of a function", () => {
    expect(linesFor({ content: [{ type: "text", text: "a" }] })).toEqual(["0 text: a", "end"]);
    const older = { content: null, function_call: { name: "f", arguments: "{}" } };
    expect(linesFor(older, "function_call")).toEqual(["0 fresh_0 f: {}", "tool_calls"]);
  });

  it("chooses the choice with the index 0, not the first one", () => {
    const other = { index: 1, message: { content: "x" }, finish_reason: "stop" };
    const body = answerOf({ content: "a" });
    const choices = [other, ...(body.choices as readonly Fields[])];
    const { events, notes } = readAnswer({ ...body, choices });
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes).toEqual(["dropped /choices"]);
    expect(readAnswer({ choices: [other] }).error?.kind).toBe("upstream_bad_response");
  });

  it("T27 J10 J11 fails for what is not a completion, and never reads it as an empty reply", () => {
    const bodies = [
      null,
      "x",
      1,
      [],
      {},
      { choices: null },
      { choices: [] },
      { choices: [{}] },
      { choices: [{ message: "x" }] },
      { ...answerOf({}), choices: "x" },
      JSON.parse('{"__proto__":{"choices":[{"message":{"content":"a"}}]}}'),
    ];
    for (const body of bodies) {
      expect(readAnswer(body).error?.kind, JSON.stringify(body)).toBe("upstream_bad_response");
    }
  });

  it("T32 J11 fails for arguments that are too deep, and accepts deep values elsewhere", () => {
    const deep = JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
    const calls = { tool_calls: [callOf("c", "f", { deep })] };
    expect(readAnswer(answerOf(calls)).error?.kind).toBe("upstream_bad_response");
    expect(linesFor({ content: "a", novelty: deep })).toEqual(["0 text: a", "end"]);
  });

  it("T27 U20 recognises an error inside an answer of status 200", () => {
    const { error } = readAnswer({ error: { message: "no", code: 429 } });
    expect(error).toMatchObject({ kind: "rate_limited", mayHaveRun: false });
    const inChoice = { choices: [{ index: 0, message: {}, finish_reason: "error" }] };
    expect(readAnswer(inChoice).error?.kind).toBe("upstream_unavailable");
  });

  it("T166 J10 estimates usage that is missing or invalid", () => {
    const answer = (value: unknown) =>
      readAnswer({ ...answerOf({ content: "12345" }), usage: value });
    const estimated = { input: 11, output: 2, sources: { input: "estimated", output: "observed" } };
    expect(answer(undefined).events.at(-1)).toMatchObject({ usage: estimated });
    expect(answer({ prompt_tokens: "x" }).events.at(-1)).toMatchObject({ usage: estimated });
    expect(answer(undefined).notes).toContain("approximated /usage");
    const wild = answer({ prompt_tokens: -1, completion_tokens: 2.5 });
    expect(wild.events.at(-1)).toMatchObject({ usage: { input: 0, output: 2 } });
    expect(wild.notes).toContain("approximated /usage");
  });

  it.each([null, "", undefined])(
    "J10 takes no answer with the finish reason %j for whole",
    (no) => {
      for (const message of [{ content: "a" }, { tool_calls: [callOf("c", "f", "{}")] }]) {
        const { choices, ...answer } = answerOf(message);
        const body = { ...answer, choices: [{ index: 0, message, finish_reason: no }] };
        expect(readAnswer(body).error).toMatchObject({
          kind: "upstream_bad_response",
          mayHaveRun: true,
        });
      }
    },
  );

  it("J12 infers a missing finish reason from the content, if the upstream is known to give none", () => {
    const known = { capabilities: { eofWithoutFinishOk: true } };
    const { events, notes } = readAnswer(answerOf({ content: "a" }, null), known);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes).toContain("approximated /choices/0/finish_reason");
    const calls = { tool_calls: [callOf("c", "f", "{}")] };
    const called = readAnswer(answerOf(calls, ""), known);
    expect(linesOf(called.events)).toEqual(["0 c f: {}", "tool_calls"]);
  });

  it("J12 reads a finish reason of its own", () => {
    expect(linesFor({ content: "a" }, "eos")).toEqual(["0 text: a", "end eos"]);
  });

  it("T170 keeps a call without arguments empty, and wraps arguments that are not an object", () => {
    const calls = (json: unknown) => ({ tool_calls: [callOf("c", "f", json)] });
    expect(linesFor(calls(""))).toEqual(["0 c f: ", "tool_calls"]);
    expect(linesFor(calls(undefined))).toEqual(["0 c f: ", "tool_calls"]);
    const broken = readAnswer(answerOf(calls('{"a":')));
    expect(linesOf(broken.events)).toEqual(['0 c f: {"_raw_arguments":"{\\"a\\":"}', "tool_calls"]);
    expect(broken.notes).toContain("approximated /choices/0/message/tool_calls/0");
    expect(linesFor(calls("{a:1}"))[0]).toBe('0 c f: {"_raw_arguments":"{a:1}"}');
  });

  it("T44 reads every entry of the calls as a separate call, whatever its index and id", () => {
    const calls = [
      callOf("c", "f", "{}"),
      callOf("c", "f", '{"a":1}'),
      callOf("c", "f", '{"a":2}'),
    ];
    const expected = ["0 c f: {}", '1 c_2 f: {"a":1}', '2 c_3 f: {"a":2}', "tool_calls"];
    expect(linesFor({ tool_calls: calls }, "tool_calls")).toEqual(expected);
    const indexed = calls.map((call) => ({ ...call, index: 0 }));
    expect(linesFor({ tool_calls: indexed }, "tool_calls")).toEqual(expected);
  });

  it("T43 leaves a cut call open, and ends with max_tokens", () => {
    const calls = { tool_calls: [callOf("c", "f", '{"a":')] };
    expect(linesFor(calls, "length")).toEqual(['0 c f: {"a":...', "max_tokens"]);
  });

  it("T54 reads a JSON answer that comes as the only event of a stream", () => {
    expect(linesOf(readCut([answerOf({ content: "a" })]).events)).toEqual(["0 text: a", "end"]);
  });
});

interface Reply {
  readonly reasoning: string;
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly { readonly name: string; readonly json: string }[];
  readonly finish: string;
}

const words = fc.string({ unit: "binary", maxLength: 6 });
const replies: fc.Arbitrary<Reply> = fc.record({
  reasoning: words,
  text: words,
  refusal: fc.oneof(fc.constant(""), words),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom("f", "get", "__proto__"),
      json: fc.oneof(
        fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
        fc.constantFrom("", "{}", "null", '"{\\"a\\":1}"', "SELECT 1", '{ "a" : 1.0 }'),
      ),
    }),
    { maxLength: 3 },
  ),
  finish: fc.constantFrom("stop", "tool_calls", "length", "content_filter", "eos"),
});

function toAnswer({ reasoning, text, refusal, calls, finish }: Reply): Fields {
  const tool_calls = calls.map(({ name, json }, index) => callOf(`c${index}`, name, json));
  return answerOf({ reasoning_content: reasoning, content: text, refusal, tool_calls }, finish);
}

/** A text in two pieces, cut somewhere. */
function cut(text: string, at: number): readonly string[] {
  const middle = text.length === 0 ? 0 : at % text.length;
  return [text.slice(0, middle), text.slice(middle)];
}

/** The chunks of a reply; the pieces of its calls one after another, or mixed. */
function toChunks(reply: Reply, at: number, mixed: boolean): readonly Item[] {
  const { reasoning, text, refusal, calls, finish } = reply;
  const entries = calls.flatMap(({ name, json }, index) => {
    const [first, second] = cut(json, at);
    return [
      { index, ...callOf(`c${index}`, name, first) },
      { index, function: { arguments: second } },
    ];
  });
  const order = mixed
    ? [...entries].sort((a, b) => Number("id" in b) - Number("id" in a))
    : entries;
  return [
    { id: "chatcmpl-a", model: "m", choices: [] },
    ...cut(reasoning, at).map((reasoning_content) => deltaOf({ reasoning_content })),
    ...cut(text, at).map((content) => deltaOf({ content })),
    ...cut(refusal, at).map((piece) => deltaOf({ refusal: piece })),
    ...order.map((entry) => deltaOf({ tool_calls: [entry] })),
    finishOf(finish),
    { choices: [], usage },
  ];
}

it("P11.1 reads a stream as the same reply as the JSON answer", () => {
  fc.assert(
    fc.property(replies, fc.nat(), fc.boolean(), (reply, at, mixed) => {
      const streamed = readStream(toChunks(reply, at, mixed));
      const answered = readAnswer(toAnswer(reply));
      expect(streamed.error).toBeUndefined();
      expect(foldOf(streamed.events)).toEqual(foldOf(answered.events));
      expect(new Set(streamed.notes)).toEqual(new Set(answered.notes));
    }),
    { numRuns: repeats(150, 3_000) },
  );
});
