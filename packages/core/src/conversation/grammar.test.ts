import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportedUsage } from "../../test/make.js";
import { ServiceError } from "../errors/service-error.js";
import type { BlockDelta, ConversationEvent, OpenedBlock, StopReason } from "./events.js";
import { createGrammar } from "./grammar.js";

const usage = reportedUsage({ input: 1, output: 1 });
const start: ConversationEvent = { type: "start", model: "m", usage };
const end: ConversationEvent = { type: "end", usage };
const counts: ConversationEvent = { type: "usage", usage: { output: 3 } };
const toolCall: OpenedBlock = { type: "tool_call", id: "call_1", name: "f" };

function open(index: number, block: OpenedBlock = { type: "text" }): ConversationEvent {
  return { type: "open", index, block };
}
function delta(index: number, piece: BlockDelta = { type: "text", text: "x" }): ConversationEvent {
  return { type: "delta", index, delta: piece };
}
function close(index: number): ConversationEvent {
  return { type: "close", index };
}
function stop(reason: StopReason = "end"): ConversationEvent {
  return { type: "stop", reason };
}
function check(events: readonly ConversationEvent[]): boolean {
  const grammar = createGrammar();
  for (const event of events) grammar.check(event);
  return grammar.ended();
}

const argumentsDelta: BlockDelta = { type: "arguments", json: "{" };
const signature: BlockDelta = { type: "signature", signature: "s" };
const citation: BlockDelta = { type: "citation", format: "messages", value: {} };

describe("createGrammar", () => {
  it.each<[string, readonly ConversationEvent[]]>([
    ["an empty reply", [start, stop(), end]],
    ["an empty block", [start, open(0), close(0), stop(), end]],
    ["text with a citation", [start, open(0), delta(0), delta(0, citation), close(0), stop(), end]],
    ["counts between and inside blocks", [start, counts, open(0), counts, close(0), stop(), end]],
    [
      "reasoning with a signature, then text",
      [
        start,
        open(0, { type: "thinking" }),
        delta(0),
        delta(0, signature),
        close(0),
        open(1),
        delta(1),
        close(1),
        stop(),
        end,
      ],
    ],
    [
      "a tool call that was truncated and stays open",
      [start, open(0, toolCall), delta(0, argumentsDelta), stop("max_tokens"), end],
    ],
  ])("lets %s pass", (_name, events) => {
    expect(check(events)).toBe(true);
  });

  it("has not ended before the end event", () => {
    expect(check([start, open(0), close(0), stop()])).toBe(false);
  });

  it.each<[string, readonly ConversationEvent[]]>([
    ["anything before the start", [open(0)]],
    ["counts before the start", [counts]],
    ["a second start", [start, start]],
    ["a block that begins inside another", [start, open(0), open(1)]],
    ["a first block that is not number 0", [start, open(1)]],
    ["a gap in the indexes", [start, open(0), close(0), open(2)]],
    ["a repeated index", [start, open(0), close(0), open(0)]],
    ["a delta outside a block", [start, delta(0)]],
    ["a delta of another block", [start, open(0), delta(1)]],
    ["a close without an open", [start, close(0)]],
    ["a close of another block", [start, open(0), close(1)]],
    ["a second close", [start, open(0), close(0), close(0)]],
    ["arguments in text", [start, open(0), delta(0, argumentsDelta)]],
    ["text in a tool call", [start, open(0, toolCall), delta(0)]],
    ["a signature in text", [start, open(0), delta(0, signature)]],
    ["a citation in reasoning", [start, open(0, { type: "thinking" }), delta(0, citation)]],
    [
      "reasoning after its signature",
      [start, open(0, { type: "thinking" }), delta(0, signature), delta(0)],
    ],
    [
      "a delta of a block that is complete when it opens",
      [start, open(0, { type: "redacted_thinking", data: "x" }), delta(0)],
    ],
    ["a stop inside text", [start, open(0), stop("max_tokens")]],
    ["a stop inside a tool call that was not truncated", [start, open(0, toolCall), stop("end")]],
    ["a second stop", [start, stop(), stop()]],
    ["a block after the stop", [start, stop(), open(0)]],
    ["counts after the stop", [start, stop(), counts]],
    ["an end without a stop", [start, end]],
    ["anything after the end", [start, stop(), end, counts]],
    ["an event of no known type", [start, { type: "banana" } as unknown as ConversationEvent]],
    ["a block of no known type", [start, open(0, { type: "toString" } as unknown as OpenedBlock)]],
  ])("refuses %s", (_name, events) => {
    expect(() => check(events)).toThrowError(
      expect.objectContaining({ kind: "upstream_bad_response" }),
    );
  });

  it("accepts any sequence or refuses it with a ServiceError, and never ends without a stop", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (tail) => {
        const events = [start, ...tail];
        try {
          const ended = check(events);
          expect(ended).toBe(events.at(-1)?.type === "end");
        } catch (error) {
          expect(ServiceError.is(error)).toBe(true);
        }
      }),
    );
  });
});

const anyIndex = fc.nat({ max: 2 });
const anyEvent: fc.Arbitrary<ConversationEvent> = fc.oneof(
  fc.constantFrom(start, end, counts, stop(), stop("max_tokens")),
  fc
    .tuple(anyIndex, fc.constantFrom<OpenedBlock>({ type: "text" }, { type: "thinking" }, toolCall))
    .map(([index, block]) => open(index, block)),
  fc
    .tuple(
      anyIndex,
      fc.constantFrom<BlockDelta>({ type: "text", text: "x" }, argumentsDelta, signature, citation),
    )
    .map(([index, piece]) => delta(index, piece)),
  anyIndex.map(close),
);
