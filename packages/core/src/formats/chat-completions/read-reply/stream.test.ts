import { describe, expect, it } from "vitest";
import {
  callsOf,
  contextOf,
  deltaOf,
  finishOf,
  linesOf,
  pieceOf,
  readCut,
  readEvents,
  readStream,
} from "../__fixtures__/reply.js";
import { createStreamParser } from "./stream.js";

const role = deltaOf({ role: "assistant", content: "" });
const stop = finishOf("stop");
const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

describe("text and reasoning", () => {
  it("F8.8a T15 reads text between a start and an end, with the usage of a chunk without choices", () => {
    const { events } = readStream([
      { id: "chatcmpl-abc", model: "gpt", ...role },
      deltaOf({ content: "Hel" }),
      deltaOf({ content: "lo" }),
      stop,
      { choices: [], usage },
    ]);
    expect(linesOf(events)).toEqual(["0 text: Hel|lo", "end"]);
    expect(events[0]).toMatchObject({ type: "start", id: "abc", model: "gpt" });
    expect(events.at(-1)).toMatchObject({
      usage: { input: 9, output: 3, sources: { input: "reported", output: "reported" } },
    });
  });

  it("F8.8b T12 T11 keeps the last reasoning and the first text of one chunk, reasoning first", () => {
    const { events } = readStream([
      deltaOf({ reasoning_content: "Hm" }),
      deltaOf({ content: "Yes", reasoning_content: "." }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: Hm|.", "1 text: Yes", "end"]);
  });

  it("F8.8s T13 T14 T53 opens a new block for reasoning after a call, once the block before is closed", () => {
    const { events } = readStream([
      deltaOf({ reasoning_content: "First" }),
      callsOf(pieceOf(0, '{"a":1}', "c1", "f")),
      deltaOf({ reasoning_content: "Then" }),
      deltaOf({ content: "Done" }),
      finishOf("tool_calls"),
    ]);
    expect(linesOf(events)).toEqual([
      "0 thinking: First",
      '1 c1 f: {"a":1}',
      "2 thinking: Then",
      "3 text: Done",
      "tool_calls",
    ]);
  });

  it("F8.8f T10 opens no block for white space around calls, and reports it", () => {
    const { events, notes } = readStream([
      deltaOf({ content: "\n\n" }),
      callsOf(pieceOf(0, "{}", "c1", "f")),
      deltaOf({ content: "\n" }),
      finishOf("tool_calls"),
    ]);
    expect(linesOf(events)).toEqual(["0 c1 f: {}", "tool_calls"]);
    expect(notes).toContain("dropped /choices/0/message/content");
    const reasoning = readStream([deltaOf({ reasoning: "\n" }), stop]);
    expect(reasoning.notes).toContain("dropped /choices/0/message");
  });

  it("keeps white space before the first word of a text", () => {
    const { events } = readStream([
      deltaOf({ content: " \n" }),
      deltaOf({ content: "a" }),
      deltaOf({ content: " " }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 text:  \na| ", "end"]);
  });

  it("T16 reads the content of the first chunk", () => {
    const { batches } = readStream([deltaOf({ content: "a" }), stop]);
    expect(batches[0]?.map(({ type }) => type)).toEqual(["start", "open", "delta"]);
  });

  it("T17 T18 starts once, with the first chunk, whatever its role", () => {
    const { events } = readStream([
      { choices: [{ index: 0, delta: { role: "" }, finish_reason: null }] },
      role,
      deltaOf({ role: "assistant", content: "a" }),
      stop,
    ]);
    expect(events.filter(({ type }) => type === "start")).toHaveLength(1);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
  });

  it("T51 starts with a chunk that has no token yet", () => {
    const { batches } = readStream([role, deltaOf({ content: "a" }), stop]);
    expect(batches[0]).toMatchObject([{ type: "start", model: "the-model" }]);
  });

  it("T54 tolerates filter-only first chunks, `delta: null`, empty choices and a message for a delta", () => {
    const { events } = readStream([
      { id: "", model: "", choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      { choices: [{ index: 0, delta: null, finish_reason: null }] },
      { choices: [{}] },
      { choices: [{ index: 0, message: { content: "a" } }] },
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
  });

  it("T159 reads one of two fields with the same reasoning", () => {
    const { events } = readStream([
      deltaOf({ reasoning: "a", reasoning_content: "a" }),
      deltaOf({ reasoning: "b" }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: a|b", "end"]);
  });

  it("T155 closes reasoning without inventing a signature", () => {
    const { events } = readStream([deltaOf({ reasoning: "a" }), deltaOf({ content: "b" }), stop]);
    expect(events).not.toContainEqual(
      expect.objectContaining({ delta: expect.objectContaining({ type: "signature" }) }),
    );
  });

  it("reads the text of a refusal as a refusal", () => {
    const { events } = readStream([
      deltaOf({ refusal: "I " }),
      deltaOf({ refusal: "won't" }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 refusal: I |won't", "refusal"]);
    expect(events.at(-2)).toMatchObject({ refusal: { category: null, explanation: "I won't" } });
  });

  it("T169 notes the web pages that a text cites, and makes no block of them", () => {
    const page = { url: "https://example.test", title: "T", start_index: 0, end_index: 1 };
    const { events, notes } = readStream([
      deltaOf({ content: "a" }),
      deltaOf({ annotations: [{ type: "url_citation", url_citation: page }] }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes).toContain("dropped /choices/0/message/annotations");
  });

  it("S15 S16 keeps halves of pairs, NUL and line separators as they come", () => {
    const { events } = readStream([
      deltaOf({ content: "a\ud83d" }),
      deltaOf({ content: "\ude00\0\u2028\r\n" }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 text: a\ud83d|\ude00\0\u2028\r\n", "end"]);
  });

  it("reads text and reasoning that come as parts", () => {
    const thinking = [{ type: "text", text: "Hm" }];
    const { events, notes } = readStream([
      deltaOf({ content: [{ type: "thinking", thinking }] }),
      deltaOf({
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: {} },
        ],
      }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: Hm", "1 text: a", "end"]);
    expect(notes).toContain("dropped /choices/0/message/content");
  });
});

describe("reasoning details", () => {
  const family = { format: "anthropic-claude-v1" };
  const detailsOf = (...reasoning_details: readonly object[]) => deltaOf({ reasoning_details });

  it("makes one block of each, with the signature of the Messages family", () => {
    const { events } = readStream([
      deltaOf({
        reasoning: "a",
        reasoning_details: [{ type: "reasoning.text", text: "a", index: 0, ...family }],
      }),
      detailsOf({ type: "reasoning.text", signature: "s1", index: 0, ...family }),
      detailsOf({ type: "reasoning.text", text: "b", signature: "s2", index: 1, ...family }),
      detailsOf({ type: "reasoning.encrypted", data: "x", index: 2, ...family }),
      deltaOf({ content: "c" }),
      stop,
    ]);
    expect(linesOf(events)).toEqual([
      "0 thinking: a|signed s1",
      "1 thinking: b|signed s2",
      "2 redacted x: ",
      "3 text: c",
      "end",
    ]);
  });

  it("separates the reasoning of one chunk by its signatures if there is no index", () => {
    const { events } = readStream([
      detailsOf(
        { type: "reasoning.text", text: "a", signature: "s1", ...family },
        { type: "reasoning.text", text: "b", signature: "s2", ...family },
      ),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: a|signed s1", "1 thinking: b|signed s2", "end"]);
  });

  it("T159 T157 recognises a list at the end as a repetition of plain text, and adds its signature if possible", () => {
    const entry = { type: "reasoning.text", text: "ab", signature: "s", index: 0, ...family };
    const plain = [deltaOf({ reasoning_content: "a" }), deltaOf({ reasoning_content: "b" })];
    const signed = readStream([...plain, detailsOf(entry), deltaOf({ content: "c" }), stop]);
    expect(linesOf(signed.events)).toEqual(["0 thinking: a|b|signed s", "1 text: c", "end"]);
    const late = readStream([...plain, deltaOf({ content: "c" }), detailsOf(entry), stop]);
    expect(linesOf(late.events)).toEqual(["0 thinking: a|b", "1 text: c", "end"]);
    expect(late.notes).toContain("dropped /choices/0/message/reasoning_details");
  });

  it("T159 T155 signs no block in which several entries of a list were joined", () => {
    const entryOf = (index: number, text: string) => ({
      ...{ type: "reasoning.text", text, signature: `s${index}`, index },
      ...family,
    });
    const { events, notes } = readStream([
      deltaOf({ reasoning: "a" }),
      deltaOf({ reasoning: "\n\nb" }),
      detailsOf(entryOf(0, "a"), entryOf(1, "b")),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: a|\n\nb", "end"]);
    expect(notes).toContain("dropped /choices/0/message/reasoning_details");
  });

  it("keeps a signature without text, and drops one that arrives after its reasoning was closed", () => {
    const { events, notes } = readStream([
      detailsOf({ type: "reasoning.text", signature: "s", index: 0, ...family }),
      deltaOf({ content: "c" }),
      detailsOf({ type: "reasoning.text", signature: "late", index: 0, ...family }),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: signed s", "1 text: c", "end"]);
    expect(notes).toContain("dropped /choices/0/message/reasoning_details");
  });

  it("T155 never shows another vendor's encrypted reasoning as that of the Messages family", () => {
    const secret = { type: "reasoning.encrypted", data: "x", format: "openai-responses-v1" };
    const { events, notes } = readStream([
      detailsOf({ type: "reasoning.summary", summary: "a", format: "openai-responses-v1" }),
      detailsOf({ type: "reasoning.text", signature: "s", format: "google-gemini-v1" }),
      detailsOf(secret),
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 thinking: a", "end"]);
    expect(
      notes.filter((note) => note === "dropped /choices/0/message/reasoning_details"),
    ).toHaveLength(2);
  });
});

describe("the finish reason", () => {
  const call = callsOf(pieceOf(0, '{"a":1}', "c1", "f"));
  const text = deltaOf({ content: "a" });
  const endOf = (...items: Parameters<typeof readStream>[0]) =>
    linesOf(readStream(items).events).at(-1);

  it("F8.8q T167 ends with tool_calls if there are calls and the upstream says stop", () => {
    expect(endOf(call, stop)).toBe("tool_calls");
    expect(endOf(call, finishOf("function_call"))).toBe("tool_calls");
  });

  it("T43 never turns a reply that was cut into one that ends with tool_calls", () => {
    expect(endOf(call, finishOf("length"))).toBe("max_tokens");
  });

  it("T46 reports a content filter, with the text of the refusal", () => {
    const { events } = readStream([deltaOf({ refusal: "No" }), finishOf("content_filter")]);
    expect(events.at(-2)).toEqual({
      type: "stop",
      reason: "content_filter",
      refusal: { category: null, explanation: "No" },
    });
  });

  it("T45 J12 replaces an unknown reason by the content, and reports it", () => {
    const { events, notes } = readStream([text, finishOf("eos")]);
    expect(linesOf(events).at(-1)).toBe("end eos");
    expect(notes).toContain("approximated /choices/0/finish_reason");
    expect(endOf(call, finishOf("eos"))).toBe("tool_calls eos");
  });

  it("reads an upstream's own reasons as its capabilities say", () => {
    const change = { capabilities: { finishReasons: { eos: "stop", abort: "length" } } };
    expect(linesOf(readStream([text, finishOf("eos")], change).events).at(-1)).toBe("end");
    expect(linesOf(readStream([text, finishOf("abort")], change).events).at(-1)).toBe("max_tokens");
  });

  it("fails for reasons that report a failure", () => {
    expect(readStream([text, finishOf("error")]).error?.kind).toBe("upstream_unavailable");
    expect(readStream([text, finishOf("abort")]).error?.kind).toBe("upstream_unavailable");
    const overloaded = readStream([text, finishOf("insufficient_system_resource")]);
    expect(overloaded.error?.kind).toBe("overloaded");
  });

  it("T47 ends normally if announced calls never arrived", () => {
    const { events, notes } = readStream([text, finishOf("tool_calls")]);
    expect(linesOf(events).at(-1)).toBe("end");
    expect(notes).toContain("approximated /choices/0/finish_reason");
  });

  it("T48 reports a stop sequence only if it was requested", () => {
    const change = { stopSequences: ["END"] };
    const readWith = (more: object) =>
      linesOf(readStream([text, deltaOf({}, "stop", { ...more })], change).events).at(-1);
    expect(readWith({ stop_reason: "END" })).toBe("stop_sequence END");
    expect(readWith({ matched_stop: "END" })).toBe("stop_sequence END");
    expect(readWith({ stop_reason: "other" })).toBe("end");
    expect(readWith({ stop_reason: 2 })).toBe("end");
  });

  it("lets only a special reason replace a plain one", () => {
    expect(endOf(text, stop, finishOf("length"))).toBe("max_tokens");
    expect(endOf(text, finishOf("length"), stop)).toBe("max_tokens");
    expect(endOf(text, finishOf("length"), finishOf("content_filter"))).toBe("max_tokens");
  });

  it("F8.8p T52 reads only the choice with the index 0, and reports it", () => {
    const other = (content: string) => ({ index: 1, delta: { content }, finish_reason: null });
    const { events, notes } = readStream([
      { choices: [other("x"), { index: 0, delta: { content: "a" }, finish_reason: null }] },
      { choices: [other("y")] },
      { choices: [{ index: 1, delta: {}, finish_reason: "length" }] },
      stop,
    ]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes.filter((note) => note === "dropped /choices")).toHaveLength(1);
  });
});

describe("the end of the stream", () => {
  const text = deltaOf({ content: "a" });
  const half = callsOf(pieceOf(0, '{"a":', "c1", "f"));

  it("F8.8i T54 reads content, finish reason and usage from one chunk", () => {
    const { events } = readStream([{ ...deltaOf({ content: "a" }, "stop"), usage }]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(events.at(-1)).toMatchObject({ usage: { input: 9, output: 3 } });
  });

  it("T22 T25 waits for the usage after the finish reason, and ends once", () => {
    const { batches, events } = readStream([
      { ...text, usage },
      stop,
      { choices: [], usage: { ...usage, completion_tokens: 5 } },
    ]);
    expect(batches[1]?.map(({ type }) => type)).toEqual(["close"]);
    expect(events.filter(({ type }) => type === "stop")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "end", usage: { output: 5 } });
  });

  it("T24 does not take usage for an end", () => {
    const counted = [text, { ...text, usage }, { choices: [], usage }];
    expect(readCut(counted).error?.kind).toBe("upstream_bad_response");
    const { batches, events } = readStream([...counted, text, finishOf("stop")]);
    expect(batches[2]).toMatchObject([{ type: "usage" }]);
    expect(linesOf(events)).toEqual(["0 text: a|a|a", "end"]);
  });

  it("T20 continues to read after the finish reason", () => {
    const { events } = readStream([text, stop, deltaOf({ content: "late" })]);
    expect(linesOf(events)).toEqual(["0 text: a", "1 text: late", "end"]);
  });

  it("T23 S19 ends without usage, which is estimated and declared as an estimate", () => {
    const { events, notes } = readStream([deltaOf({ content: "12345" }), stop]);
    expect(events.at(-1)).toEqual({
      type: "end",
      usage: expect.objectContaining({
        input: 11,
        output: 2,
        sources: expect.objectContaining({ input: "estimated", output: "observed" }),
      }),
    });
    expect(notes).toContain("approximated /usage");
  });

  it("T23 S05 T54 ends a stream without `[DONE]` that has a finish reason, if the upstream is known for it", () => {
    const { events, notes } = readCut([text, stop]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes).toContain("approximated ");
    const strict = readCut([text, stop], { capabilities: { missingDoneOk: false } });
    expect(strict.error?.kind).toBe("upstream_bad_response");
  });

  it("T26 T27 S05 fails a stream that breaks off, and never ends it normally", () => {
    const { error, events } = readCut([text]);
    expect(error).toMatchObject({ kind: "upstream_bad_response", mayHaveRun: true });
    expect(events.map(({ type }) => type)).toEqual(["start", "open", "delta"]);
  });

  it("ends a stream that breaks off if the upstream is known for it and nothing is missing", () => {
    const change = { capabilities: { eofWithoutFinishOk: true } };
    expect(linesOf(readCut([text], change).events)).toEqual(["0 text: a", "end"]);
    expect(readCut([role], change).error?.kind).toBe("upstream_bad_response");
  });

  it("F8.8k fails a stream that ends in the middle of arguments", () => {
    expect(readCut([half]).error?.kind).toBe("upstream_bad_response");
    const change = { capabilities: { eofWithoutFinishOk: true } };
    expect(readCut([text, half], change).error?.kind).toBe("upstream_bad_response");
  });

  it("T19 T27 S01 fails an empty stream before its start", () => {
    expect(readCut([])).toMatchObject({ events: [], error: { kind: "upstream_bad_response" } });
    expect(readStream([])).toMatchObject({ events: [], error: { kind: "upstream_bad_response" } });
  });

  it.each([
    ["text", [text]],
    ["half a call", [half]],
    ["a role", [role]],
    ["text with an empty finish reason", [deltaOf({ content: "a" }, "")]],
  ])("S05 fails a stream of %s and `[DONE]`, without a finish reason", (_name, items) => {
    const { error, events } = readStream(items);
    expect(error).toMatchObject({ kind: "upstream_bad_response", mayHaveRun: true });
    expect(events.map(({ type }) => type)).not.toContain("stop");
  });

  it("infers a missing finish reason at `[DONE]`, if the upstream is known for it and nothing is missing", () => {
    const known = { capabilities: { eofWithoutFinishOk: true } };
    const { events, notes } = readStream([text], known);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
    expect(notes).toContain("approximated /choices/0/finish_reason");
    expect(readStream([half], known).error?.kind).toBe("upstream_bad_response");
    expect(readStream([role], known).error?.kind).toBe("upstream_bad_response");
  });

  it("S06 reads nothing after `[DONE]`", () => {
    const { events } = readStream([text, stop, "[DONE]", deltaOf({ content: "b" }), "not JSON"]);
    expect(linesOf(events)).toEqual(["0 text: a", "end"]);
  });

  it("reports when only the usage is missing, and when the reply is over", () => {
    const parser = createStreamParser(contextOf());
    const push = (data: string) => parser.push({ event: undefined, data });
    const states = [parser.awaitsUsage];
    push(JSON.stringify(text));
    states.push(parser.awaitsUsage);
    push(JSON.stringify({ ...stop, usage }));
    states.push(parser.awaitsUsage, parser.done);
    push("[DONE]");
    states.push(parser.awaitsUsage, parser.done);
    expect(states).toEqual([false, false, true, false, false, true]);
    expect(parser.reportedUsage().counts).toEqual({ input: 9, output: 3 });
    expect(parser.end()).toEqual([]);
  });
});

describe("usage in a stream", () => {
  const text = deltaOf({ content: "a" });

  it("F8.8j S18 T164 uses the last of growing counts, never their sum", () => {
    const { events } = readStream([
      { ...text, usage: { prompt_tokens: 9, completion_tokens: 1 } },
      { ...text, usage: { prompt_tokens: 9, completion_tokens: 2 } },
      { ...stop, usage: { prompt_tokens: 9, completion_tokens: 3 } },
    ]);
    expect(events.at(-1)).toMatchObject({
      usage: { input: 9, output: 3, sources: { input: "reported", output: "reported" } },
    });
    expect(events[0]).toMatchObject({ usage: { input: 9 } });
  });

  it("T163 T164 keeps counts that later usage leaves out, before they are separated", () => {
    const { events } = readStream([
      {
        ...text,
        usage: {
          prompt_tokens: 10,
          prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        },
      },
      stop,
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 3 } },
      { choices: [], usage: null },
    ]);
    expect(events.at(-1)).toMatchObject({
      usage: { input: 4, cacheRead: 4, cacheWrite: 2, output: 3 },
    });
  });

  it("T165 begins with an estimate of the input and ends with the reported counts", () => {
    const { events } = readStream([text, stop, { choices: [], usage }]);
    expect(events[0]).toMatchObject({ usage: { input: 11, sources: { input: "estimated" } } });
    expect(events.at(-1)).toMatchObject({ usage: { input: 9, sources: { input: "reported" } } });
  });
});

describe("failures in a stream", () => {
  const text = deltaOf({ content: "a" });
  const failure = { error: { message: "secret", type: "server_error", code: 503 } };

  it("F8.8l T30 S02 fails before its start if the first event is an error", () => {
    const { events, error } = readStream([failure]);
    expect(events).toEqual([]);
    expect(error).toMatchObject({ kind: "overloaded", mayHaveRun: false });
    expect(error?.message).not.toContain("secret");
    expect(readStream([JSON.stringify([failure])]).error).toMatchObject({ kind: "overloaded" });
  });

  it("F8.8m T31 S03 fails after output without closing any block", () => {
    const { events, error } = readStream([text, failure, stop]);
    expect(events.map(({ type }) => type)).toEqual(["start", "open", "delta"]);
    expect(error).toMatchObject({ kind: "overloaded", mayHaveRun: true });
  });

  it("T28 finds errors in chunks without choices, in choices, without an envelope and by their event", () => {
    const inChoice = { choices: [{ index: 0, delta: {}, error: { code: 429 } }] };
    const bare = { object: "error", message: "no", type: "BadRequestError", code: 400 };
    expect(readStream([text, { choices: [], error: { code: 500 } }]).error?.kind).toBe(
      "upstream_unavailable",
    );
    expect(readStream([text, inChoice]).error?.kind).toBe("rate_limited");
    expect(readStream([text, bare]).error?.kind).toBe("bad_request");
    expect(readStream([text, { detail: "no" }]).error?.kind).toBe("upstream_bad_response");
    const named = [{ event: "error", data: "out of memory" }];
    expect(readEvents(named).error?.kind).toBe("upstream_bad_response");
  });

  it("T29 S08 fails for data that is not a JSON object", () => {
    for (const data of ['{"choices":[', '"x"', "1", "null", "[]"]) {
      expect(readStream([text, data]).error?.kind, data).toBe("upstream_bad_response");
    }
  });

  it("S13 ignores events without data", () => {
    expect(linesOf(readStream(["", text, " ", stop]).events)).toEqual(["0 text: a", "end"]);
  });

  it("reads nothing after a failure", () => {
    const parser = createStreamParser(contextOf());
    expect(() => parser.push({ event: undefined, data: "{" })).toThrow();
    expect([parser.done, parser.push({ event: undefined, data: "{" }), parser.end()]).toEqual([
      true,
      [],
      [],
    ]);
  });
});

it("J12 reports unknown members, once each, and continues to read", () => {
  const chunk = { ...deltaOf({ content: "a", novelty: { deep: 1 } }), "odd name": 1, fresh: 2 };
  const { notes } = readStream([chunk, chunk, { ...stop, usage: { ...usage, cost: 0.1 } }]);
  expect(notes).toEqual([
    "dropped ",
    "dropped /fresh",
    "dropped /choices/0/message/novelty",
    "dropped /usage/cost",
  ]);
});

it("T173 keeps no state of one reply for the next", () => {
  const items = [callsOf(pieceOf(0, '{"a":1}', "c1", "f")), finishOf("tool_calls")];
  expect(readStream(items)).toEqual(readStream(items));
});
