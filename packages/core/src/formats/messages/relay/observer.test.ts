import { describe, expect, it } from "vitest";
import { encodeJsonEvent } from "../../../sse/encode.js";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";
import { createRelayObserver } from "./observer.js";

const frame = (data: { type: string } & Record<string, unknown>) =>
  encodeJsonEvent(data, data.type);
const start = frame({
  type: "message_start",
  message: { usage: { input_tokens: 7, cache_read_input_tokens: 2, output_tokens: 1 } },
});
const open = (index: number, type = "text") =>
  frame({ type: "content_block_start", index, content_block: { type } });
const delta = (index: number, delta: Record<string, unknown>) =>
  frame({ type: "content_block_delta", index, delta });
const text = (index: number, value: string) => delta(index, { type: "text_delta", text: value });
const input = (index: number, json: string) =>
  delta(index, { type: "input_json_delta", partial_json: json });
const close = (index: number) => frame({ type: "content_block_stop", index });
const finish = frame({
  type: "message_delta",
  delta: { stop_reason: "end_turn" },
  usage: { output_tokens: 9 },
});
const stop = frame({ type: "message_stop" });
const broken = expect.objectContaining({ kind: "upstream_bad_response" });

function observe(frames: readonly string[], change = {}) {
  const observer = createRelayObserver({ ...defaultUpstreamCapabilities, ...change });
  return { observer, verdicts: frames.map((one) => observer.push(one)) };
}

describe("createRelayObserver", () => {
  it("passes a whole stream and reads its usage", () => {
    const { observer, verdicts } = observe([
      start,
      open(0),
      text(0, 'a"b'),
      close(0),
      finish,
      stop,
    ]);
    expect(verdicts).toEqual(["pass", "pass", "pass", "pass", "pass", "last"]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7, cacheRead: 2, output: 9 });
    expect(observer.outputBytes()).toBe('a"b'.length);
    expect(observer.end()).toBe("");
  });

  it("reads events without an event line, and events whose type is only in that line", () => {
    const whole = [start, open(0), text(0, "abc"), close(0), finish, stop];
    for (const part of [/^event: .*\n/, /"type":"(?:message|content_block)_\w+",?/]) {
      const { observer, verdicts } = observe(whole.map((one) => one.replace(part, "")));
      expect(verdicts.at(-1)).toBe("last");
      expect(observer.reportedUsage()).toMatchObject({ final: true, counts: { output: 9 } });
      expect([observer.events, observer.outputBytes()]).toEqual([6, 3]);
    }
  });

  it("S09 counts events, but not comments, pings or errors", () => {
    const ping = encodeJsonEvent({ type: "ping" }, "ping");
    const bare = encodeJsonEvent({ type: "ping" });
    const frames = [": hello\n\n", ping, bare, start, ping, open(0), text(0, "a")];
    const error = frame({ type: "error", error: { type: "overloaded_error" } });
    expect(observe(frames).observer.events).toBe(3);
    expect(new Set(observe(frames).verdicts)).toEqual(new Set(["pass"]));
    expect(observe([...frames, error]).observer.events).toBe(3);
  });

  it("S05 awaits the last event only if the upstream is known to omit it", () => {
    const frames = [start, open(0), text(0, "a"), close(0)];
    const { observer } = observe(frames, { missingDoneOk: true });
    expect(observer.awaitsEnd).toBe(false);
    observer.push(finish);
    expect(observer.awaitsEnd).toBe(true);
    observer.push(stop);
    expect(observer.awaitsEnd).toBe(false);
    expect(observe([...frames, finish]).observer.awaitsEnd).toBe(false);
  });

  it.each(["x", "\n"])("counts a delta of two million %j", (character) => {
    const value = character.repeat(2 ** 21);
    const { observer, verdicts } = observe([start, open(0), text(0, value), text(0, "ab")]);
    expect(verdicts).toEqual(["pass", "pass", "pass", "pass"]);
    expect(observer.outputBytes()).toBe(value.length + 2);
  });

  it("reads deltas with white space and members in any order", () => {
    const { observer, verdicts } = observe([
      start,
      open(12),
      `event: content_block_delta\ndata:  {  "delta"  :  {  "text"  :  "ab"  ,  "type"  :  "text_delta"  }  ,  "index"  :  12  }  \n\n`,
      open(3, "thinking"),
      `event: content_block_delta\ndata: {"index":3,"delta"  :  {  "thinking"  :  "c"  ,  "type"  :  "thinking_delta"  }}\n\n`,
    ]);
    expect(new Set(verdicts)).toEqual(new Set(["pass"]));
    expect([observer.outputBytes(), observer.reasoningBytes()]).toEqual([3, 1]);
  });

  it("reads events whose type is only in their data, or only in their event line", () => {
    const unnamed = [start, open(0), text(0, "ab"), close(0), finish, stop].map((one) =>
      one.replace(/^event: .*\n/, ""),
    );
    const untyped = unnamed.map((one, index) => {
      const event = one.match(/"type":"(\w+)"/)?.[1];
      return index === 2 ? one : `event: ${event}\n${one.replace(/"type":"\w+",?/, "")}`;
    });
    for (const frames of [unnamed, untyped]) {
      const { observer, verdicts } = observe(frames);
      expect(verdicts).toEqual(["pass", "pass", "pass", "pass", "pass", "last"]);
      expect(observer.reportedUsage().counts).toEqual({ input: 7, cacheRead: 2, output: 9 });
      expect([observer.outputBytes(), observer.events]).toEqual([2, 6]);
    }
  });

  describe("of deltas that repeat", () => {
    const thoughts = (thinking: string) => delta(0, { type: "thinking_delta", thinking });

    it("counts each like the first", () => {
      const { observer } = observe([
        start,
        open(0),
        ...["a", "bc", '"', "d"].map((one) => text(0, one)),
      ]);
      expect([observer.events, observer.outputBytes(), observer.reasoningBytes()]).toEqual([
        ...[6, 5, 0],
      ]);
    });

    it("counts each thought as reasoning", () => {
      const { observer } = observe([start, open(0, "thinking"), ...["a", "bc"].map(thoughts)]);
      expect([observer.outputBytes(), observer.reasoningBytes()]).toEqual([3, 3]);
    });

    it.each([
      ["texts", "text", (one: string) => text(0, one), 0],
      ["thoughts", "thinking", thoughts, 3],
      ["input", "tool_use", (one: string) => input(0, one), 0],
    ])("takes a row of %s at once", (_name, type, write, reasoning) => {
      const { observer } = observe([start, open(0, type), write("a")]);
      const row = write("bc") + write("d");
      const run = observer.findRun?.(row + close(0), 0);
      expect(run).toMatchObject({ strings: ["bc", "d"], end: row.length });
      if (run) observer.pushRun?.(run);
      expect([observer.events, observer.outputBytes()]).toEqual([5, 4]);
      expect(observer.reasoningBytes()).toBe(reasoning && 4);
    });

    const written = (data: string) => `event: content_block_delta\ndata: ${data}\n\n`;

    it.each([
      ["its kind comes last", (one: string) => delta(0, { text: one, type: "text_delta" })],
      [
        "it is not JSON",
        (one: string) => written(`{"index":0,"delta":{"type":"text_delta","text":"${one}"},}`),
      ],
      [
        "it comes in two lines",
        (one: string) =>
          written(`{"index":0,\ndata: "delta":{"type":"text_delta","text":"${one}"}}`),
      ],
    ])("reads each for itself if %s", (_name, write) => {
      const { observer } = observe([start, open(0), write("é"), write("é"), write("é")]);
      expect(observer.outputBytes()).toBe(6);
      expect(observer.findRun?.(write("b"), 0)).toBeUndefined();
    });

    it("counts none of an event that is no delta", () => {
      const news = (said: string) =>
        frame({ type: "news", delta: { type: "text_delta", text: said } });
      const { observer } = observe([start, open(0), news("a"), news("b"), news("c")]);
      expect([observer.events, observer.outputBytes()]).toEqual([5, 0]);
    });

    it("S17 refuses one whose block has ended", () => {
      const { observer } = observe([start, open(0), text(0, "a"), text(0, "b"), close(0)]);
      expect(() => observer.push(text(0, "c"))).toThrow(broken);
    });
  });

  it("knows what the reply says of itself", () => {
    const message = { id: "msg_1", model: "real", usage: {} };
    const { observer } = observe([frame({ type: "message_start", message }), open(0), open(1)]);
    expect(observer.reply?.()).toEqual({ id: "msg_1", model: "real", finishReasons: [] });
    observer.push(finish);
    expect(observer.reply?.()).toEqual({ id: "msg_1", model: "real", finishReasons: ["end_turn"] });
    expect(observer.seen.blocks).toBe(2);
  });

  it("S09 takes for a ping only what says so first", () => {
    const padded = 'data:  {  "type"  :  "ping"  }\n\n';
    const other = encodeJsonEvent({ type: "news", of: { type: "ping" } });
    const named = 'event: news\ndata: {"type":"ping"}\n\n';
    const eventsOf = (one: string) => observe([start, one]).observer.events;
    expect([padded, other, named].map(eventsOf)).toEqual([1, 2, 2]);
  });

  it("T70 keeps a count that later usage does not mention", () => {
    const again = frame({ type: "message_delta", delta: {}, usage: { output_tokens: 10 } });
    const { observer } = observe([start, open(0), close(0), finish, again, stop]);
    expect(observer.reportedUsage().counts).toEqual({ input: 7, cacheRead: 2, output: 10 });
  });

  it("T70 takes a stream that has stopped for stopped, whatever later message deltas leave out", () => {
    const later = [{}, { stop_reason: null }].map((delta) =>
      frame({ type: "message_delta", delta, usage: { output_tokens: 10 } }),
    );
    const { observer } = observe([start, open(0), close(0), finish, ...later], {
      missingDoneOk: true,
    });
    expect(observer.reportedUsage()).toMatchObject({ final: true, counts: { output: 10 } });
    expect(observer.awaitsEnd).toBe(true);
    expect(observer.end()).toBe(stop);
  });

  it("does not take a message delta without a reason for the end", () => {
    const counted = [{}, { stop_reason: null }].map((delta) =>
      frame({ type: "message_delta", delta, usage: { output_tokens: 10 } }),
    );
    const { observer } = observe([start, ...counted], { missingDoneOk: true });
    expect(observer.reportedUsage().final).toBe(false);
    expect(observer.awaitsEnd).toBe(false);
    expect(() => observer.end()).toThrow(broken);
  });

  it.each(["tool_use", "server_tool_use", "mcp_tool_use"])(
    "counts the bytes of the name in a block of type %s",
    (type) => {
      const call = { type, id: "t", name: "wetter_für", input: {} };
      const { observer } = observe([
        start,
        frame({ type: "content_block_start", index: 0, content_block: call }),
      ]);
      expect(observer.outputBytes()).toBe("wetter_fuer".length);
    },
  );

  it("does not take the count at the start for that of the whole output", () => {
    expect(observe([start]).observer.reportedUsage().counts).toEqual({ input: 7, cacheRead: 2 });
  });

  it("knows when content has begun", () => {
    expect(observe([start, frame({ type: "ping" })]).observer.begun).toBe(false);
    expect(observe([start, open(0)]).observer.begun).toBe(true);
    expect(observe([start, open(0), text(0, "a")]).observer.begun).toBe(true);
  });

  it("T73 passes unknown events, blocks and deltas", () => {
    const frames = [
      start,
      frame({ type: "news", at: 1 }),
      open(0, "hologram"),
      delta(0, { type: "hologram_delta", light: "x" }),
      open(1),
      delta(1, { type: "citations_delta", citation: {} }),
      delta(1, { type: "hologram_delta", light: "x" }),
      ": comment\n\n",
    ];
    expect(observe(frames).verdicts).toEqual(frames.map(() => "pass"));
  });

  it("passes blocks that close only at the end", () => {
    const frames = [start, open(0), open(1, "tool_use"), text(0, "a"), close(0), close(1)];
    expect(observe(frames).verdicts).toEqual(frames.map(() => "pass"));
  });

  const early = "An event came before the reply began.";
  const notOpen = "A delta belongs to no open block.";
  const otherKind = "A delta is not of its block's kind.";
  const json = { type: "input_json_delta", partial_json: "{}" };

  it.each<[string, readonly string[], string]>([
    ["a delta before the start", [text(0, "a")], notOpen],
    ["a second start", [start, start], "A reply began twice."],
    ["a block before the start", [open(0)], early],
    ["a block that opens twice", [start, open(0), open(0)], "A block began twice."],
    ["a delta of a block that is not open", [start, open(0), text(1, "a")], notOpen],
    ["a delta of another kind", [start, open(0, "thinking"), text(0, "a")], otherKind],
    ["text in a call", [start, open(0, "tool_use"), text(0, "a")], otherKind],
    ["thoughts in text", [start, open(0), delta(0, { type: "thinking_delta" })], otherKind],
    [
      "a citation of thoughts",
      [start, open(0, "thinking"), delta(0, { type: "citations_delta" })],
      otherKind,
    ],
    ["a signature of text", [start, open(0), delta(0, { type: "signature_delta" })], otherKind],
    ["arguments in text", [start, open(0), delta(0, json)], otherKind],
    ["arguments in thoughts", [start, open(0, "thinking"), delta(0, json)], otherKind],
    [
      "a block that ends twice",
      [start, open(0), close(0), close(0)],
      "A block ended that is not open.",
    ],
    ["a message delta before the start", [finish], early],
    ["an end before the start", [stop], early],
  ])("S17 refuses %s", (_name, frames, reason) => {
    expect(() => observe(frames)).toThrow(broken);
    expect(() => observe(frames)).toThrow(expect.objectContaining({ cause: new Error(reason) }));
  });

  it("passes input in blocks of calls and of unknown types", () => {
    for (const type of ["tool_use", "server_tool_use", "mcp_tool_use", "call_of_tomorrow"]) {
      expect(observe([start, open(0, type), input(0, "{}")]).verdicts.at(-1)).toBe("pass");
    }
  });

  it("tells the blocks of a long reply apart by their whole index", () => {
    const blocks = Array.from({ length: 12 }, (_, index) => [open(index), close(index)]).flat();
    const { observer } = observe([start, ...blocks, open(12), text(12, "abc")]);
    expect(observer.outputBytes()).toBe(3);
    expect(() => observer.push(text(1, "a"))).toThrow(broken);
  });

  it("counts thinking as reasoning too, and no other kind of output", () => {
    const { observer } = observe([
      start,
      open(0, "thinking"),
      delta(0, { type: "thinking_delta", thinking: "grün" }),
      delta(0, { type: "signature_delta", signature: "proof" }),
      close(0),
      open(1),
      text(1, "ab"),
      close(1),
      open(2, "tool_use"),
      input(2, "{}"),
    ]);
    expect([observer.reasoningBytes(), observer.outputBytes()]).toEqual([5, 9]);
  });

  it.each(["1", '"text"', "null", "[]", "{", "no", '"index":0}', '{"index":0'])(
    "S08 refuses the data %s",
    (data) => {
      for (const event of ["message_delta", "content_block_delta"]) {
        const frames = [start, open(0), `event: ${event}\ndata: ${data}\n\n`];
        expect(() => observe(frames)).toThrow(broken);
      }
      expect(() => observe([start, `event: message_delta\ndata: ${data}\n\n`])).toThrow(
        expect.objectContaining({
          cause: new Error("The data of an event is not a JSON object."),
        }),
      );
    },
  );

  it("S08 refuses a delta whose data is cut", () => {
    const [whole = ""] = text(0, "abc").split("\n\n");
    expect(() => observe([start, open(0), `${whole.slice(0, -2)}\n\n`])).toThrow(broken);
    expect(observe([start, open(0), `${whole}\n\n`]).observer.outputBytes()).toBe(3);
  });

  it("S03 passes an error on as the last frame, and knows its kind", () => {
    const error = frame({ type: "error", error: { type: "overloaded_error", message: "busy" } });
    const { observer, verdicts } = observe([start, error]);
    expect(verdicts).toEqual(["pass", "last"]);
    expect(observer.error).toMatchObject({ kind: "overloaded", mayHaveRun: true });
    expect(observe([error]).observer.error).toMatchObject({ mayHaveRun: false });
  });

  it("S03 does not pass on an error that clients would overlook, since its event has another name", () => {
    const error = { error: { type: "overloaded_error", message: "busy" } };
    const overlooked = [
      encodeJsonEvent({ type: "error", ...error }),
      encodeJsonEvent(error),
      frame({ type: "content_block_stop", index: 0, ...error }),
    ];
    for (const one of overlooked) {
      const busy = expect.objectContaining({ kind: "overloaded", mayHaveRun: true });
      expect(() => observe([start, open(0), one])).toThrow(busy);
    }
  });

  it("S17 refuses an index of which no number can be made", () => {
    const odd = (type: string) => frame({ type, index: { toString: 0 } });
    expect(() => observe([start, open(0), odd("content_block_stop")])).toThrow(broken);
    expect(() => observe([start, odd("content_block_start"), odd("content_block_start")])).toThrow(
      broken,
    );
  });

  it("S05 does not treat a stream without a stop reason as complete", () => {
    const without = (reason: string | null) =>
      frame({ type: "message_delta", delta: { stop_reason: reason } });
    for (const between of [[], [without(null)], [without("")]]) {
      expect(() => observe([start, open(0), text(0, "a"), ...between, stop])).toThrow(
        expect.objectContaining({ cause: new Error("The reply ended without a stop reason.") }),
      );
    }
  });

  it("passes a reply whose start already gives the stop reason", () => {
    const whole = frame({ type: "message_start", message: { stop_reason: "end_turn" } });
    expect(observe([whole, stop]).verdicts).toEqual(["pass", "last"]);
  });

  it("S05 does not treat a stream without its last event as complete", () => {
    expect(() => observe([start, finish]).observer.end()).toThrow(
      expect.objectContaining({ cause: new Error("The stream broke off.") }),
    );
  });

  it("S05 does not add the last event to a stream that has not begun", () => {
    const { observer } = observe([], { missingDoneOk: true });
    expect(observer.awaitsEnd).toBe(false);
    expect(() => observer.end()).toThrow(broken);
  });

  it("adds the last event if the upstream is known to omit it", () => {
    const { observer } = observe([start, finish], { missingDoneOk: true });
    expect(observer.end()).toBe(stop);
  });
});
