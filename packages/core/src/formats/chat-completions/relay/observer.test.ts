import { describe, expect, it } from "vitest";
import { encodeJsonEvent } from "../../../sse/encode.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";
import { createRelayObserver } from "./observer.js";

const chunk = (delta: unknown, finish: string | null = null, index = 0, more = {}) =>
  encodeJsonEvent({ id: "c", choices: [{ index, delta, finish_reason: finish }], ...more });
const usage = { prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 };
const usageChunk = encodeJsonEvent({ id: "c", choices: [], usage });
const done = "data: [DONE]\n\n";
const broken = expect.objectContaining({ kind: "upstream_bad_response" });

function observe(
  frames: readonly string[],
  {
    added = false,
    ...change
  }: Partial<ChatCompletionsUpstreamCapabilities> & { added?: boolean } = {},
) {
  const observer = createRelayObserver({ ...defaultUpstreamCapabilities, ...change }, added);
  return { observer, verdicts: frames.map((one) => observer.push(one)) };
}

describe("createRelayObserver", () => {
  it("passes a complete stream on and reads its usage", () => {
    const frames = [chunk({ role: "assistant" }), chunk({ content: "abc" }), chunk({}, "stop")];
    const { observer, verdicts } = observe([...frames, usageChunk, done]);
    expect(verdicts).toEqual(["pass", "pass", "pass", "pass", "last"]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7, output: 9 });
    expect(observer.outputBytes()).toBe(3);
    expect(observer.end()).toBe("");
  });

  it("T164 keeps earlier counts that later usage leaves out", () => {
    const early = { prompt_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } };
    const frames = [
      chunk({ content: "a" }, null, 0, { usage: { ...early, completion_tokens: 1 } }),
      chunk({}, "stop", 0, { usage: { prompt_tokens: 7, completion_tokens: 9 } }),
    ];
    const { observer } = observe([...frames, done]);
    expect(observer.reportedUsage().counts).toEqual({ input: 4, cacheRead: 3, output: 9 });
  });

  it.each([
    ["x_groq", { x_groq: { usage } }],
    ["timings", { timings: { prompt_n: 7, predicted_n: 9 } }],
  ])("reads the counts under %s beside a choice", (_name, more) => {
    const { observer } = observe([chunk({ content: "a" }, null, 0, more)]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7, output: 9 });
  });

  it("does not count what it removes, since the caller gets nothing of it", () => {
    expect(observe([usageChunk], { added: true }).observer.events).toBe(0);
    expect(observe([usageChunk]).observer.events).toBe(1);
  });

  it("takes an index of which no number can be made for that of one more choice", () => {
    const odd = encodeJsonEvent({ choices: [{ index: { toString: 0 }, finish_reason: "stop" }] });
    expect(observe([odd]).verdicts).toEqual(["pass"]);
  });

  it("removes only the usage that only the service asked for", () => {
    const withFinish = chunk({}, "stop", 0, { usage });
    const withNull = chunk({ content: "a" }, null, 0, { usage: null });
    const filters = encodeJsonEvent({ id: "c", choices: [], prompt_filter_results: [] });
    const frames = [filters, withNull, withFinish, usageChunk, done];
    expect(observe(frames, { added: true }).verdicts).toEqual([
      "pass",
      "pass",
      "pass",
      "remove",
      "last",
    ]);
  });

  it.each([
    [{ role: "assistant", content: "" }, false],
    [{ content: null }, false],
    [{ content: "a" }, true],
    [{ reasoning_content: "a" }, true],
    [{ reasoning: "a" }, true],
    [{ refusal: "a" }, true],
    [{ tool_calls: [{ index: 0, id: "x" }] }, true],
    [{ tool_calls: [] }, false],
    [{ reasoning_details: [{ type: "reasoning.encrypted" }] }, true],
    [{ reasoning_details: [] }, false],
    [{ function_call: { name: "f" } }, true],
    [{ function_call: null }, false],
  ])("knows for %j whether content has begun", (delta, begun) => {
    expect(observe([chunk(delta)]).observer.begun).toBe(begun);
  });

  it.each([
    '"content"  :  "a"',
    '"tool_calls"  :  [  {  "index":0}]',
    '"reasoning_details"  :  [  {  }]',
    '"function_call"  :  {  }',
  ])("sees content with white space: %s", (member) => {
    expect(
      observe([`data: {"choices":[{"index":0,"delta":{${member}}}]}\n\n`]).observer.begun,
    ).toBe(true);
  });

  it("counts reasoning as output and as reasoning, once", () => {
    const details = [{ type: "reasoning.text", text: "ab" }];
    const { observer } = observe([
      chunk({ reasoning: "ab", reasoning_details: details }),
      chunk({ reasoning_content: "c\n" }),
      chunk({ refusal: "é" }),
      chunk({ content: [{ type: "text", text: "d" }] }),
      'data: {"choices":[{"index":0,"delta":{"content"  :  "e\\"f"}}]}\n\n',
    ]);
    expect([observer.outputBytes(), observer.reasoningBytes()]).toEqual([10, 4]);
  });

  it("counts the text of several kinds of deltas", () => {
    const call = { tool_calls: [{ index: 0, function: { arguments: "{}" } }] };
    const { observer } = observe([
      chunk({ reasoning: "ab" }),
      chunk(call),
      chunk({ content: "c" }),
    ]);
    expect(observer.outputBytes()).toBe(5);
  });

  it.each([
    [{ content: 'ü"' }, 3, 0],
    [{ content: [{ type: "text", text: "abc" }] }, 3, 0],
    [{ refusal: "no" }, 2, 0],
    [{ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }, 7, 0],
    [{ function_call: { arguments: '{"a":1}' } }, 7, 0],
    [{ reasoning_content: "hm" }, 2, 2],
    [{ reasoning: "hm" }, 2, 2],
    [{ reasoning: "hm", reasoning_details: [{ type: "reasoning.text", text: "hm" }] }, 2, 2],
    [{ content: "abc", reasoning_content: "hm" }, 5, 2],
  ])("counts of %j %d bytes of output, %d of them reasoning", (delta, output, reasoning) => {
    const { observer } = observe([chunk(delta)]);
    expect([observer.outputBytes(), observer.reasoningBytes()]).toEqual([output, reasoning]);
  });

  it.each(["x", "\n"])("counts a delta of two million of %j", (character) => {
    const content = character.repeat(2 ** 21);
    const { observer, verdicts } = observe([chunk({ content }), chunk({ content: "ab" })]);
    expect(verdicts).toEqual(["pass", "pass"]);
    expect(observer.outputBytes()).toBe(content.length + 2);
  });

  describe("of chunks that repeat", () => {
    const call = (json: string) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: json } }] });
    const pair = (one: string) => chunk({ content: one, reasoning_content: "hm" });

    it("counts each like the first", () => {
      const { observer } = observe(["a", "bc", '"', "d"].map((content) => chunk({ content })));
      expect([observer.events, observer.outputBytes(), observer.reasoningBytes()]).toEqual([
        ...[4, 5, 0],
      ]);
    });

    it.each([
      ["texts", (content: string) => chunk({ content }), false],
      ["reasoning", (one: string) => chunk({ reasoning_content: one }), true],
      ["arguments", call, false],
    ])("takes a row of %s at once", (_name, write, isReasoning) => {
      const { observer } = observe([write("a")]);
      const row = write("bc") + write("d");
      const run = observer.findRun?.(row + done, 0);
      expect(run).toMatchObject({ strings: ["bc", "d"], end: row.length });
      if (run) observer.pushRun?.(run);
      expect([observer.events, observer.outputBytes()]).toEqual([3, 4]);
      expect(observer.reasoningBytes()).toBe(isReasoning ? 4 : 0);
    });

    it.each([
      ["each has two texts", pair, 4],
      [
        "the text is an item of a list",
        (text: string) => chunk({ content: [{ type: "text", text }] }),
        2,
      ],
      ["it has counts", (content: string) => chunk({ content }, null, 0, { usage }), 2],
      [
        "it is not JSON",
        (one: string) => `data: {"choices":[{"index":0,"delta":{"content":"${one}"},}]}\n\n`,
        2,
      ],
      [
        "it comes in two lines",
        (one: string) =>
          `: a comment, which is as long as this\ndata: {"choices":[{"index":0,"delta":\ndata: {"content":"${one}"}}]}\n\n`,
        2,
      ],
    ])("reads each for itself if %s", (_name, write, bytes) => {
      const { observer } = observe([write("é"), write("é"), write("é")]);
      expect(observer.outputBytes()).toBe(3 * bytes);
      expect(observer.findRun?.(write("b"), 0)).toBeUndefined();
    });

    it("knows that content has begun behind an empty text", () => {
      expect(observe([chunk({ content: "" }), chunk({ content: "a" })]).observer.begun).toBe(true);
    });
  });

  it("knows what the reply says of itself", () => {
    const named = encodeJsonEvent({ id: "c", model: "real", choices: [{ index: 0, delta: {} }] });
    const { observer } = observe([named, chunk({}, "stop", 1, { model: "other" })]);
    expect(observer.reply?.()).toEqual({ id: "c", model: "real", finishReasons: ["stop"] });
    expect(observe([]).observer.reply?.()).toEqual({ finishReasons: [] });
  });

  it("ends with its marker, with or without white space", () => {
    const { verdicts } = observe([chunk({}, "stop"), "data:  [DONE] \n\n"]);
    expect(verdicts).toEqual(["pass", "last"]);
  });

  const plain = '{"choices":[{"index":0}]}';

  it.each(["1", '"text"', "null", "[]", "{", "no", `x${plain}`, `${plain}x`])(
    "S08 refuses the data %s",
    (data) => {
      expect(() => observe([chunk({ content: "a" }), `data: ${data}\n\n`])).toThrow(
        expect.objectContaining({
          kind: "upstream_bad_response",
          cause: new Error("The data of a chunk is not a JSON object."),
        }),
      );
    },
  );

  it.each([
    ["in a chunk", encodeJsonEvent({ error: { message: "busy", type: "overloaded_error" } })],
    ["beside choices", chunk({}, null, 0, { error: { message: "busy", code: "overloaded" } })],
    ["as an event", `event: error\ndata: {"error":{"type":"overloaded"}}\n\n`],
  ])("S03 passes an error %s on as the last frame, and recognises its kind", (_name, error) => {
    const { observer, verdicts } = observe([chunk({ content: "a" }), error]);
    expect(verdicts).toEqual(["pass", "last"]);
    expect(observer.error).toMatchObject({ kind: "overloaded", mayHaveRun: true });
    expect(observe([error]).observer.error).toMatchObject({ mayHaveRun: false });
  });

  it.each([
    ["without its envelope", encodeJsonEvent({ object: "error", message: "busy", code: 503 })],
    [
      "without its envelope, beside choices",
      chunk({}, null, 0, { object: "error", message: "busy" }),
    ],
    ["in a choice", encodeJsonEvent({ choices: [{ index: 0, error: { code: 503 } }] })],
    ["that is text", "event: error\ndata: busy\n\n"],
    ["that only its event names", 'event: error\ndata: {"code":503}\n\n'],
    [
      "beside choices, with white space",
      'data: {"choices":[{"index":0}],"object"  :  "error"}\n\n',
    ],
  ])("S03 throws an error %s, which clients would not recognise", (_name, error) => {
    const { observer } = observe([chunk({ content: "a" })]);
    expect(() => observer.push(error)).toThrow(expect.objectContaining({ mayHaveRun: true }));
  });

  it("S09 counts events, but no comments, errors or empty frames", () => {
    const frames = [
      ": hello\n\n",
      "data:\n\n",
      "data:   \n\n",
      chunk({ role: "assistant" }),
      chunk({ content: "a" }),
    ];
    expect(observe(frames).observer.events).toBe(2);
    expect(new Set(observe(frames).verdicts)).toEqual(new Set(["pass"]));
    const error = encodeJsonEvent({ error: { message: "busy", code: 503 } });
    expect(observe([...frames, error]).observer.events).toBe(2);
  });

  it("S05 waits for the end once each requested choice has its finish reason", () => {
    const capabilities = { ...defaultUpstreamCapabilities };
    const observer = createRelayObserver(capabilities, false, { n: 2 });
    for (const one of [chunk({ content: "a" }), chunk({}, "stop")]) observer.push(one);
    expect(observer.awaitsEnd).toBe(false);
    observer.push(chunk({ content: "b" }, null, 1));
    expect(observer.awaitsEnd).toBe(false);
    observer.push(chunk({}, "length", 1));
    expect(observer.awaitsEnd).toBe(true);
    observer.push(done);
    expect(observer.awaitsEnd).toBe(false);
  });

  it("counts choices and named calls, each once", () => {
    const call = { index: 0, id: "i".repeat(1_000), function: { name: "f", arguments: "{}" } };
    const { observer } = observe([
      chunk({ content: "a" }),
      chunk({ content: "b" }, null, 1),
      ...Array(3).fill(chunk({ tool_calls: [call, { ...call, index: 1 }] })),
    ]);
    expect(observer.seen.blocks).toBe(4);
    expect(observer.outputBytes()).toBe("ab".length + 2 * "f".length + 3 * 2 * "{}".length);
    const unnamed = { index: 0, function: { arguments: "{}" } };
    expect(observe([chunk({ tool_calls: [unnamed] }, "tool_calls")]).observer.seen.blocks).toBe(1);
  });

  it("keeps one finish reason of each choice, the last", () => {
    const { observer } = observe([
      ...Array(5).fill(chunk({}, "stop")),
      chunk({}, "length"),
      chunk({}, "stop", 1),
    ]);
    expect(observer.reply?.().finishReasons).toEqual(["length", "stop"]);
  });

  it("S05 takes a choice without an index for the first", () => {
    const finish = encodeJsonEvent({ choices: [{ delta: {}, finish_reason: "stop" }] });
    expect(observe([chunk({ content: "a" }), finish]).observer.end()).toBe(done);
  });

  it("S05 knows choices by their whole index, whichever chunk shows it", () => {
    const capabilities = { ...defaultUpstreamCapabilities };
    const observer = createRelayObserver(capabilities, false, { n: 2 });
    const spaced = 'data: {"choices"  :  [  {  "index"  :  12  ,"delta":{"content":"a"}}]}\n\n';
    for (const one of [spaced, chunk({}, "stop", 1)]) observer.push(one);
    expect(() => observer.end()).toThrow(broken);
    observer.push(chunk({}, "stop", 12));
    expect([observer.awaitsEnd, observer.end()]).toEqual([true, done]);
  });

  it.each([
    ["content", chunk({ content: "b" })],
    ["usage", chunk({}, null, 0, { usage })],
    ["a chunk without an index", encodeJsonEvent({ choices: [{ delta: {} }] })],
  ])("S05 keeps the finish reason of a choice when %s comes after it", (_name, later) => {
    const { observer } = observe([chunk({ content: "a" }), chunk({}, "stop"), later]);
    expect(observer.end()).toBe(done);
  });

  it.each([
    ["without an index", encodeJsonEvent({ choices: [{ delta: { content: "a" } }] })],
    ["with its usage", chunk({ content: "a" }, null, 0, { usage })],
  ])("S05 waits for the finish reason of a choice %s", (_name, first) => {
    const { observer } = observe([first, chunk({}, "stop", 1)]);
    expect(() => observer.end()).toThrow(broken);
  });

  it.each(["", 1])("S05 does not take %j for a finish reason", (reason) => {
    const last = encodeJsonEvent({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    expect(() => observe([chunk({ content: "a" }), last]).observer.end()).toThrow(
      expect.objectContaining({ cause: new Error("The reply ended without a finish reason.") }),
    );
  });

  it.each([
    ["of another member", { choices: [], other: [{ index: 5 }] }],
    ["in a delta", { choices: [{ index: 0, delta: { content: "a", position: 5 } }] }],
    ["in a text", { choices: [{ index: 0, delta: { content: "a5" } }] }],
  ])("S05 does not take a number %s for the index of a choice", (_name, data) => {
    const { observer } = observe([
      encodeJsonEvent(data),
      chunk({ content: "b" }),
      chunk({}, "stop"),
    ]);
    expect(observer.end()).toBe(done);
  });

  it("S05 waits for one choice if the number of choices is not one", () => {
    const capabilities = { ...defaultUpstreamCapabilities };
    const observer = createRelayObserver(capabilities, false, { n: "2" });
    for (const one of [chunk({ content: "a" }), chunk({}, "stop")]) observer.push(one);
    expect(observer.awaitsEnd).toBe(true);
  });

  it("S05 neither awaits nor adds the end marker if the upstream always sends it", () => {
    const { observer } = observe([chunk({ content: "a" }), chunk({}, "stop")], {
      missingDoneOk: false,
    });
    expect(observer.awaitsEnd).toBe(false);
    expect(() => observer.end()).toThrow(broken);
  });

  it.each([
    ["x_groq", { x_groq: { usage } }],
    ["timings", { timings: { prompt_n: 7, predicted_n: 9 } }],
    ["usage", { usage }],
  ])("reads the counts in %s of a chunk with content", (_name, counts) => {
    const { observer, verdicts } = observe([chunk({ content: "a" }, null, 0, counts)]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7, output: 9 });
    expect(verdicts).toEqual(["pass"]);
  });

  it("reads members with white space as others", () => {
    const { observer } = observe([
      'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason"  :  "stop"}],"usage"  :  {"prompt_tokens":7}}\n\n',
    ]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7 });
    expect(observer.end()).toBe(done);
    expect(() => observe(['data: {"object"  :  "error","message":"busy"}\n\n'])).toThrow();
  });

  it("S05 adds the end marker of a complete stream if each choice has its finish reason", () => {
    expect(observe([chunk({ content: "a" }), chunk({}, "stop")]).observer.end()).toBe(done);
  });

  it.each([
    ["a chunk that only adds to it", chunk({ content: "" })],
    ["a chunk with usage", chunk({}, null, 0, { usage })],
    ["a chunk with an empty reason", chunk({}, "")],
  ])("S05 does not forget the finish reason of a choice because of %s", (_name, later) => {
    const { observer } = observe([chunk({ content: "a" }), chunk({}, "stop"), later]);
    expect(observer.end()).toBe(done);
  });

  it("S05 does not take an empty finish reason for one", () => {
    expect(() => observe([chunk({ content: "a" }), chunk({}, "")]).observer.end()).toThrow(broken);
  });

  it("S05 does not count a stream as complete if a choice has no finish reason", () => {
    const two = [chunk({ content: "a" }, null, 0), chunk({ content: "b" }, null, 1)];
    expect(() => observe([...two, chunk({}, "stop", 0)]).observer.end()).toThrow(broken);
    expect(() => observe([]).observer.end()).toThrow(broken);
  });

  it.each<[string, readonly string[]]>([
    ["nothing", []],
    ["a role", [chunk({ role: "assistant" })]],
    ["content", [chunk({ content: "a" })]],
    ["half a call", [chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a' } }] })]],
    ["an empty finish reason", [chunk({ content: "a" }), chunk({}, "")]],
    ["one finished choice of two", [chunk({ content: "a" }, null, 1), chunk({}, "stop")]],
    ["usage without choices", [usageChunk]],
  ])("S01 S05 does not take %s and the end marker for a complete stream", (_name, frames) => {
    expect(() => observe([...frames, done])).toThrow(broken);
  });

  it("S01 tells a stream that never began from one that is cut", () => {
    const causeOf = (frames: readonly string[]) =>
      expect.objectContaining({ cause: new Error(frames.length > 1 ? cut : unbegun) });
    const unbegun = "The stream ended before it began.";
    const cut = "The reply ended without a finish reason.";
    for (const frames of [[done], [chunk({ content: "a" }), done]]) {
      expect(() => observe(frames)).toThrow(causeOf(frames));
    }
  });

  it("S05 passes the end marker after content if the upstream is known to give no finish reason", () => {
    const known = { eofWithoutFinishOk: true };
    expect(observe([chunk({ content: "a" }), done], known).verdicts).toEqual(["pass", "last"]);
    expect(() => observe([chunk({ role: "assistant" }), done], known)).toThrow(broken);
  });

  it("S05 counts a stream without a finish reason as complete if the upstream is known to send none", () => {
    const { observer } = observe([chunk({ content: "a" })], { eofWithoutFinishOk: true });
    expect(observer.end()).toBe(done);
    const silent = observe([chunk({ role: "assistant" })], { eofWithoutFinishOk: true });
    expect(() => silent.observer.end()).toThrow(broken);
  });
});
