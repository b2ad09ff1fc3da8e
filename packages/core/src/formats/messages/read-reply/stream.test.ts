import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationEvent } from "../../../conversation/events.js";
import { createToolNames, toLegal } from "../../../conversation/legal-names.js";
import { ServiceError } from "../../../errors/service-error.js";
import {
  block,
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  callStart,
  inputDelta,
  joinPieces,
  messageDelta,
  messageStop,
  parseContextFor,
  parseContextOf,
  ping,
  readBytes,
  readEvents,
  reasoningBlock,
  replyOf,
  signatureDelta,
  startEvent,
  textBlock,
  textDelta,
  thinkingDelta,
  wireOf,
} from "../__fixtures__/reply.js";
import { createStreamParser } from "./stream.js";

/** The events between `start` and `stop`, in short. */
function sketch(events: readonly ConversationEvent[]): string[] {
  return joinPieces(events).flatMap((event) => {
    if (event.type === "open") return [`open ${event.block.type}`];
    if (event.type === "close") return ["close"];
    if (event.type !== "delta") return [];
    const { delta } = event;
    if (delta.type === "text") return [delta.text];
    if (delta.type === "arguments") return [delta.json];
    return delta.type === "signature" ? [`signed ${delta.signature}`] : ["citation"];
  });
}

function faultOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (ServiceError.is(error)) return error.kind;
    throw error;
  }
}

const stopOf = (events: readonly ConversationEvent[]) =>
  events.find((event) => event.type === "stop");

describe("createStreamParser", () => {
  it("reads a reply with text, thinking and a call", () => {
    const blocks = [
      ...reasoningBlock(0, "Hm.", "c2ln"),
      ...textBlock(1, "Hel", "lo"),
      ...callBlock(2, "look_up", '{"q":', "1}"),
    ];
    expect(readEvents(replyOf(blocks, "tool_use"))).toEqual([
      {
        type: "start",
        model: "real-model",
        id: "01abc",
        usage: expect.objectContaining({
          input: 10,
          sources: expect.objectContaining({ input: "reported" }),
        }),
      },
      { type: "open", index: 0, block: { type: "thinking" } },
      { type: "delta", index: 0, delta: { type: "text", text: "Hm." } },
      { type: "delta", index: 0, delta: { type: "signature", signature: "c2ln" } },
      { type: "close", index: 0 },
      { type: "open", index: 1, block: { type: "text" } },
      { type: "delta", index: 1, delta: { type: "text", text: "Hel" } },
      { type: "delta", index: 1, delta: { type: "text", text: "lo" } },
      { type: "close", index: 1 },
      { type: "open", index: 2, block: { type: "tool_call", id: "toolu_2", name: "look_up" } },
      { type: "delta", index: 2, delta: { type: "arguments", json: '{"q":' } },
      { type: "delta", index: 2, delta: { type: "arguments", json: "1}" } },
      { type: "close", index: 2 },
      { type: "usage", usage: { input: 10, output: 5 } },
      { type: "stop", reason: "tool_calls", native: "tool_use" },
      {
        type: "end",
        usage: expect.objectContaining({
          input: 10,
          output: 5,
          sources: expect.objectContaining({ input: "reported", output: "reported" }),
        }),
      },
    ]);
  });

  it("reads events without an event line, and events whose type is only in that line", () => {
    const events = replyOf(textBlock(0, "Hi"));
    const bare = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const named = events
      .map(({ type, ...data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      .join("");
    const read = (text: string) => readBytes([new TextEncoder().encode(text)]);
    expect(read(bare)).toEqual(readEvents(events));
    expect(read(named)).toEqual(readEvents(events));
  });

  it("puts overlapping blocks one after another: the first is live, and later ones wait for it", () => {
    const parser = createStreamParser(parseContextOf());
    const push = (event: object) =>
      sketch(parser.push({ event: undefined, data: JSON.stringify(event) }));
    push(startEvent());
    expect(push(blockStart(0, { type: "text", text: "" }))).toEqual(["open text"]);
    expect(push(blockStart(1, callStart("a", "f")))).toEqual([]);
    expect(push(blockDelta(1, inputDelta('{"x":')))).toEqual([]);
    expect(push(blockDelta(0, textDelta("live")))).toEqual(["live"]);
    expect(push(blockStart(2, callStart("b", "g")))).toEqual([]);
    expect(push(blockDelta(2, inputDelta("{}")))).toEqual([]);
    expect(push(blockDelta(1, inputDelta("1}")))).toEqual([]);
    expect(push(blockStop(2))).toEqual([]);
    expect(push(blockStop(0))).toEqual(["close", "open tool_call", '{"x":1}']);
    expect(push(blockStop(1))).toEqual(["close", "open tool_call", "{}", "close"]);
  });

  it("reads a stream of llama.cpp: bare starts, and all blocks closed at the end", () => {
    const events = readEvents([
      startEvent({ type: undefined, role: undefined, stop_reason: undefined }),
      blockStart(0, { type: "thinking", thinking: "" }),
      blockDelta(0, thinkingDelta("Hm")),
      blockStart(1, { type: "text", text: "" }),
      blockDelta(1, textDelta("Let me see.")),
      blockStart(2, { type: "tool_use", id: "a", name: "f" }),
      blockDelta(2, inputDelta("{}")),
      blockDelta(0, signatureDelta("")),
      ...[0, 1, 2].map(blockStop),
      messageDelta({ stop_reason: "tool_use" }, { output_tokens: 9 }),
      messageStop,
    ]);
    expect(sketch(events)).toEqual([
      ...["open thinking", "Hm", "close"],
      ...["open text", "Let me see.", "close"],
      ...["open tool_call", "{}", "close"],
    ]);
    expect(events.at(-1)).toMatchObject({ usage: { input: 10, output: 9 } });
  });

  it("T72 reads text, thinking, signatures and input that arrive with the start of a block", () => {
    const events = readEvents(
      replyOf([
        ...block(0, { type: "thinking", thinking: "Hm", signature: "s1" }),
        ...block(1, { type: "text", text: "Well, " }, textDelta("yes.")),
        ...block(2, callStart("a", "f", { input: { b: 1, a: [] } })),
      ]),
    );
    expect(sketch(events)).toEqual([
      ...["open thinking", "Hm", "signed s1", "close"],
      ...["open text", "Well, yes.", "close"],
      ...["open tool_call", '{"b":1,"a":[]}', "close"],
    ]);
  });

  it("never puts the input from the start before the pieces of a call", () => {
    const start = callStart("a", "f", { input: { stale: true } });
    const events = readEvents(replyOf(block(0, start, inputDelta('{"a":1}'))));
    expect(sketch(events)).toEqual(["open tool_call", '{"a":1}', "close"]);
  });

  it("replaces signatures instead of joining them, and reports the last one at the end", () => {
    const events = readEvents(
      replyOf(
        block(
          0,
          { type: "thinking", thinking: "", signature: "" },
          signatureDelta("first"),
          thinkingDelta("Hm"),
          signatureDelta("second"),
        ),
      ),
    );
    expect(sketch(events)).toEqual(["open thinking", "Hm", "signed second", "close"]);
  });

  it("keeps redacted thinking and blocks of other kinds whole", () => {
    const result = { type: "web_search_tool_result", tool_use_id: "s", content: [{ url: "u" }] };
    const search = { type: "server_tool_use", id: "s", name: "web_search", input: {} };
    const events = readEvents(
      replyOf([
        ...block(0, { type: "redacted_thinking", data: "cGFzcw==" }),
        ...block(1, search, inputDelta('{"query"'), inputDelta(':"x"}')),
        ...block(2, result),
        ...block(
          3,
          { type: "compaction", content: "" },
          { type: "compaction_delta", content: "c" },
        ),
      ]),
    );
    expect(events.flatMap((event) => (event.type === "open" ? [event.block] : []))).toEqual([
      { type: "redacted_thinking", data: "cGFzcw==" },
      { type: "native", format: "messages", value: { ...search, input: { query: "x" } } },
      { type: "native", format: "messages", value: result },
      { type: "native", format: "messages", value: { type: "compaction", content: "c" } },
    ]);
  });

  it.each(["server_tool_use", "mcp_tool_use", "tool_use_of_tomorrow"])(
    "reads the input of a block of type %s from its deltas, or else from its start",
    (type) => {
      const call = { type, id: "s", name: "look", input: { early: 1 } };
      const events = readEvents(
        replyOf([
          ...block(0, call, inputDelta(""), inputDelta('{"late"'), inputDelta(":2}")),
          ...block(1, call, inputDelta("")),
        ]),
      );
      const opened = events.flatMap((event) => (event.type === "open" ? [event.block] : []));
      expect(opened).toEqual([
        { type: "native", format: "messages", value: { ...call, input: { late: 2 } } },
        { type: "native", format: "messages", value: call },
      ]);
    },
  );

  it("reports what other formats can show of a citation of a web page", () => {
    const web = { type: "web_search_result_location", url: "https://a.test", title: "A" };
    const page = { type: "page_location", cited_text: "x" };
    const citations = [web, page].map((citation) => ({ type: "citations_delta", citation }));
    const events = readEvents(replyOf(block(0, { type: "text", text: "x" }, ...citations)));
    expect(events.filter((event) => event.type === "delta").slice(1)).toEqual([
      {
        type: "delta",
        index: 0,
        delta: {
          type: "citation",
          format: "messages",
          value: web,
          web: { url: "https://a.test", title: "A" },
        },
      },
      { type: "delta", index: 0, delta: { type: "citation", format: "messages", value: page } },
    ]);
  });

  it("T98 restores the caller's tool names, and gives a call without an id a fresh one", () => {
    const original = "a name with spaces";
    const names = createToolNames([original], /^[A-Za-z0-9_-]+$/, 64);
    const name = toLegal(original, /^[A-Za-z0-9_-]+$/, 64);
    const events = readEvents(replyOf(block(0, callStart("", name))), parseContextOf({ names }));
    expect(events[1]).toMatchObject({ block: { id: "fresh", name: original } });
  });

  it("T175 keeps the members of a call that its issuer needs back", () => {
    const extra = { extra_content: { google: { thought_signature: "s" } } };
    const start = callStart("a", "f", { ...extra, caller: { type: "direct" } });
    const events = readEvents(replyOf(block(0, start)));
    expect(events[1]).toMatchObject({ block: { type: "tool_call", id: "a", extra } });
  });

  it("leaves a call open that the token limit truncated, whether the upstream closed it or not", () => {
    const open = [blockStart(0, callStart("a", "f")), blockDelta(0, inputDelta('{"a":"b'))];
    for (const blocks of [open, [...open, blockStop(0)]]) {
      const events = readEvents(replyOf(blocks, "max_tokens"));
      expect(sketch(events)).toEqual(["open tool_call", '{"a":"b']);
    }
    expect(sketch(readEvents(replyOf(callBlock(0, "f", "{}"), "max_tokens"))).at(-1)).toBe("close");
    expect(sketch(readEvents(replyOf(open, "tool_use"))).at(-1)).toBe("close");
  });

  it("T70 merges the counts of several message deltas and ends once, with the last reason", () => {
    const events = readEvents([
      startEvent({ usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 1 } }),
      ...textBlock(0, "Hi"),
      messageDelta("end_turn", { output_tokens: 7 }),
      messageDelta({ stop_reason: null }, { output_tokens: 9, cache_read_input_tokens: null }),
      messageDelta({ stop_reason: "max_tokens" }, null),
      messageStop,
    ]);
    expect(events.filter(({ type }) => type === "stop" || type === "end")).toEqual([
      { type: "stop", reason: "max_tokens", native: "max_tokens" },
      { type: "end", usage: expect.objectContaining({ input: 10, cacheRead: 4, output: 9 }) },
    ]);
  });

  it("keeps the split of cache writes if the last counts have only their sum", () => {
    const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 };
    const events = readEvents([
      startEvent({ usage: { input_tokens: 1, cache_creation_input_tokens: 7, cache_creation } }),
      messageDelta("end_turn", { cache_creation_input_tokens: 7, output_tokens: 2 }),
      messageStop,
    ]);
    expect(events.at(-1)).toMatchObject({ usage: { cacheWrite: 3, cacheWriteLong: 4 } });
  });

  it("T166 corrects negative counts, and reports that once", () => {
    const context = parseContextOf();
    const usage = { input_tokens: -1, output_tokens: 3 };
    const events = readEvents(
      [startEvent({ usage }), messageDelta("end_turn", { output_tokens: "-2" }), messageStop],
      context,
    );
    expect(events.at(-1)).toMatchObject({
      usage: { input: 0, output: 0, sources: { input: "reported", output: "reported" } },
    });
    expect(context.receipt.entries).toMatchObject([{ code: "approximated", at: "/usage" }]);
  });

  it("estimates what the upstream does not report", () => {
    const events = readEvents([
      startEvent({ usage: undefined }),
      ...textBlock(0, "eight by"),
      messageDelta("end_turn", null),
      messageStop,
    ]);
    expect(events[0]).toMatchObject({ usage: { input: 100, sources: { input: "estimated" } } });
    expect(events.at(-1)).toMatchObject({
      usage: { input: 100, output: 2, sources: { input: "estimated", output: "observed" } },
    });
  });

  it("reports a stop sequence beside a plain end, if the caller asked for that sequence", () => {
    const end = { stop_reason: "end_turn", stop_sequence: "###" };
    const events = [startEvent(), messageDelta(end), messageStop];
    const asked = parseContextOf({ stopSequences: ["###"] });
    expect(stopOf(readEvents(events, asked))).toMatchObject({
      reason: "stop_sequence",
      sequence: "###",
    });
    expect(stopOf(readEvents(events))).toMatchObject({ reason: "end" });
  });

  it("keeps the details of a refusal", () => {
    const stop_details = { type: "refusal", category: "bio", explanation: "Not that." };
    const end = { stop_reason: "refusal", stop_details };
    expect(stopOf(readEvents([startEvent(), messageDelta(end), messageStop]))).toEqual({
      type: "stop",
      reason: "refusal",
      native: "refusal",
      refusal: { category: "bio", explanation: "Not that." },
    });
  });

  it("reads a message that arrives complete in its start event", () => {
    const content = [{ type: "text", text: "Hi" }];
    const events = readEvents([startEvent({ content, stop_reason: "end_turn" }), messageStop]);
    expect(sketch(events)).toEqual(["open text", "Hi", "close"]);
    expect(stopOf(events)).toMatchObject({ reason: "end" });
  });

  it("reports once each thing that the neutral events have no place for", () => {
    const context = parseContextOf();
    readEvents(
      [
        startEvent({ container: { id: "c" }, context_management: null, diagnostics: null }),
        messageDelta({ stop_reason: "end_turn", container: { id: "c" } }),
        messageStop,
      ],
      context,
    );
    expect(context.receipt.entries).toEqual([
      {
        code: "dropped",
        direction: "reply",
        at: "/container",
        reason:
          "A container exists only at the upstream and cannot be used through another format.",
      },
    ]);
  });

  it("S06 reads nothing after the last event", () => {
    const more = [...textBlock(1, "more"), messageStop, { type: "error", error: {} }];
    expect(readEvents([...replyOf(textBlock(0, "Hi")), ...more])).toEqual(
      readEvents(replyOf(textBlock(0, "Hi"))),
    );
  });

  it("S05 does not treat a stream without its last event as complete", () => {
    const cut = replyOf(textBlock(0, "Hi")).slice(0, -1);
    expect(faultOf(() => readEvents(cut))).toBe("upstream_bad_response");
    expect(faultOf(() => readEvents([]))).toBe("upstream_bad_response");
    expect(
      faultOf(() => readEvents([startEvent()], parseContextFor({ missingDoneOk: true }))),
    ).toBe("upstream_bad_response");
  });

  it("S05 treats it as complete if the upstream is known to omit that event, and reports it", () => {
    const context = parseContextFor({ missingDoneOk: true });
    const cut = replyOf(textBlock(0, "Hi")).slice(0, -1);
    expect(readEvents(cut, context)).toEqual(readEvents(replyOf(textBlock(0, "Hi"))));
    expect(context.receipt.entries).toMatchObject([{ code: "approximated", direction: "reply" }]);
  });

  it("S05 does not treat a stream without a stop reason as complete", () => {
    for (const between of [[], [messageDelta({ stop_reason: null })], [messageDelta("")]]) {
      const events = [startEvent(), ...textBlock(0, "a"), ...between, messageStop];
      expect(faultOf(() => readEvents(events))).toBe("upstream_bad_response");
    }
  });

  it("reads a reply whose start already gives the stop reason", () => {
    const events = readEvents([startEvent({ stop_reason: "end_turn" }), messageStop]);
    expect(events.at(-2)).toMatchObject({ type: "stop", reason: "end" });
  });

  it("waits only briefly for a last event that the upstream is known to omit", () => {
    for (const missingDoneOk of [false, true]) {
      const parser = createStreamParser(parseContextFor({ missingDoneOk }));
      const push = (event: object) =>
        parser.push({ event: undefined, data: JSON.stringify(event) });
      push(startEvent());
      expect(parser.awaitsUsage).toBe(false);
      push(messageDelta("end_turn"));
      expect(parser.awaitsUsage).toBe(missingDoneOk);
    }
  });

  it("T68 knows the usage of a stream that failed", () => {
    const parser = createStreamParser(parseContextOf());
    parser.push({ event: undefined, data: JSON.stringify(startEvent()) });
    expect(faultOf(() => parser.end())).toBe("upstream_bad_response");
    expect(parser.reportedUsage().counts).toMatchObject({ input: 10 });
    expect(parser.done).toBe(true);
  });

  it("S02 S03 gives an error event its kind, in both dialects", () => {
    const error = { type: "overloaded_error", message: "Overloaded" };
    for (const event of [{ type: "error", error }, { error }]) {
      expect(faultOf(() => readEvents([event]))).toBe("overloaded");
      expect(faultOf(() => readEvents([startEvent(), event]))).toBe("overloaded");
    }
    expect(faultOf(() => readEvents([{ type: "error" }]))).toBe("upstream_bad_response");
  });

  it.each([
    ["S08 data that is not JSON", "{"],
    ["S08 a string", '"x"'],
    ["S08 null", "null"],
    ["S08 a list", "[]"],
  ])("%s is refused", (_what, data) => {
    const parser = createStreamParser(parseContextOf());
    expect(faultOf(() => parser.push({ event: "message_start", data }))).toBe(
      "upstream_bad_response",
    );
    expect(parser.done).toBe(true);
  });

  it.each([
    ["S17 a second start of the message", [startEvent(), startEvent()]],
    [
      "a block that begins twice",
      [startEvent(), ...[0, 0].map((i) => blockStart(i, { type: "text" }))],
    ],
    ["S17 a delta without a block", [startEvent(), blockDelta(3, textDelta("x"))]],
    [
      "a delta after the end of its block",
      [startEvent(), ...textBlock(0, "a"), blockDelta(0, textDelta("b"))],
    ],
    [
      "a delta of another kind",
      [startEvent(), ...block(0, { type: "text", text: "" }, inputDelta("{}"))],
    ],
    ["a call without a name", [startEvent(), ...block(0, callStart("a", ""))]],
    ["a block without a type", [startEvent(), blockStart(0, {})]],
    ["a text that is a number", [startEvent(), ...block(0, { type: "text", text: 5 })]],
  ])("%s is refused", (_what, events) => {
    expect(faultOf(() => readEvents(events))).toBe("upstream_bad_response");
  });

  it("S17 accepts a block that ends twice, and an index that is used again after its end", () => {
    const events = readEvents(replyOf([...textBlock(0, "a"), blockStop(0), ...textBlock(0, "b")]));
    expect(sketch(events)).toEqual(["open text", "a", "close", "open text", "b", "close"]);
  });

  it("T173 keeps apart two replies that are read at the same time", () => {
    const first = createStreamParser(parseContextOf());
    const second = createStreamParser(parseContextOf());
    const events = replyOf(textBlock(0, "one"));
    const others = replyOf(callBlock(0, "f", "{}"), "tool_use");
    const read: [ConversationEvent[], ConversationEvent[]] = [[], []];
    for (let step = 0; step < Math.max(events.length, others.length); step++) {
      const push = (parser: typeof first, event: unknown) =>
        event ? parser.push({ event: undefined, data: JSON.stringify(event) }) : [];
      read[0].push(...push(first, events[step]));
      read[1].push(...push(second, others[step]));
    }
    expect(read).toEqual([readEvents(events), readEvents(others)]);
  });
});

describe("the properties of the parser", () => {
  const words = fc.array(fc.string({ unit: "binary", maxLength: 4 }), { maxLength: 3 });
  const blockOf = fc.oneof(
    words.map((texts) => (index: number) => textBlock(index, ...texts)),
    words.map((texts) => (index: number) => reasoningBlock(index, texts.join(""), "sig")),
    fc.constant((index: number) => callBlock(index, "f", '{"a"', ':"é😀"}')),
    fc.constant((index: number) => block(index, { type: "redacted_thinking", data: "x" })),
    fc.constant((index: number) =>
      block(index, { type: "server_tool_use", name: "n" }, inputDelta("{}")),
    ),
  );
  const reply = fc
    .array(blockOf, { maxLength: 4 })
    .map((blocks) => replyOf(blocks.flatMap((make, index) => make(index))));

  it("P11.2 S14 gives the same events wherever the bytes are cut", () => {
    fc.assert(
      fc.property(reply, fc.array(fc.nat(), { maxLength: 8 }), (events, places) => {
        const bytes = new TextEncoder().encode(wireOf([ping, ...events]));
        const cuts = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
        const sorted = cuts.sort((a, b) => a - b);
        const blocks = sorted.map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
        expect(readBytes(blocks)).toEqual(readEvents(events));
      }),
      { numRuns: repeats(150, 3_000) },
    );
  });

  it("P11.2 gives the same events from single bytes", () => {
    const events = replyOf([...textBlock(0, "é😀"), ...callBlock(1, "f", '{"a":"ü"}')]);
    const bytes = new TextEncoder().encode(wireOf(events));
    expect(readBytes(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(readEvents(events));
  });

  it("S08 leaves out a delta whose type is no text", () => {
    const odd = blockDelta(0, { type: { toString: "text_delta" }, text: "b" });
    const start = blockStart(0, { type: "text", text: "" });
    const blocks = [start, blockDelta(0, textDelta("a")), odd, blockStop(0)];
    expect(sketch(readEvents(replyOf(blocks)))).toEqual(["open text", "a", "close"]);
  });

  const anyIndex = fc.nat({ max: 2 });
  const anyEvent = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(startEvent(), ping, messageStop) },
    anyIndex.map((index) => blockStart(index, { type: "text", text: "" })),
    anyIndex.map((index) => blockStart(index, { type: "thinking", thinking: "" })),
    anyIndex.map((index) => blockStart(index, callStart("a", "f"))),
    anyIndex.map((index) => blockStart(index, { type: "new_kind" })),
    fc
      .tuple(
        anyIndex,
        fc.constantFrom(textDelta("t"), thinkingDelta("h"), signatureDelta("s"), inputDelta('{"'), {
          type: "new_delta",
        }),
      )
      .map(([index, delta]) => blockDelta(index, delta)),
    anyIndex.map(blockStop),
    fc
      .constantFrom("end_turn", "max_tokens", "tool_use", "new_reason")
      .map((why) => messageDelta(why)),
    fc.jsonValue().map((value) => ({ type: "message_delta", delta: value, usage: value })),
    fc.constantFrom(
      { type: "new_event" },
      { type: "error", error: { type: "api_error" } },
      { type: "content_block_start" },
    ),
  );

  it("P11.3 gives a legal reply or one error for any sequence of events", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 14 }), fc.boolean(), (events, missingDoneOk) => {
        const run = () => {
          const read = readEvents([startEvent(), ...events], parseContextFor({ missingDoneOk }));
          expect(read.at(-1)?.type).toBe("end");
        };
        expect(faultOf(run)).toSatisfy(
          (kind) =>
            kind === undefined ||
            kind === "upstream_bad_response" ||
            kind === "upstream_unavailable",
        );
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });
});
