import { describe, expect, it } from "vitest";
import type { BlockDelta, ConversationEvent, OpenedBlock } from "../../conversation/events.js";
import type { TokenProbability } from "../../conversation/logprobs.js";
import { isOverLimit } from "../../errors/reply-too-large.js";
import { ReplyMeasure } from "./measure.js";

const limits = { eventCharacters: 1_000, replyCharacters: 5_000, replyBlocks: 4 };
const usual: TokenProbability = { token: "a", logprob: -1, bytes: [97] };
const text: OpenedBlock = { type: "text" };
const cite: BlockDelta = { type: "citation", format: "messages", value: { title: "a" } };

const open = (block: OpenedBlock): ConversationEvent => ({ type: "open", index: 0, block });
const add = (delta: BlockDelta): ConversationEvent => ({ type: "delta", index: 0, delta });

/** Whether these events together are over the limits. */
function areOver(...events: readonly ConversationEvent[]): boolean {
  const measure = new ReplyMeasure(limits);
  try {
    for (const event of events) measure.add(event);
    return false;
  } catch (error) {
    if (isOverLimit(error)) return true;
    throw error;
  }
}

describe("the size of log probabilities", () => {
  const isOver = (token: TokenProbability, alternatives: readonly TokenProbability[] = []) =>
    areOver(add({ type: "text", text: "a", logprobs: [{ ...token, alternatives }] }));

  it("grows with their number", () => {
    expect(isOver(usual, Array(20).fill(usual))).toBe(false);
    expect(isOver(usual, Array(100).fill(usual))).toBe(true);
  });

  it("grows with tokens without bytes, too", () => {
    const bare: TokenProbability = { token: "a", logprob: -1, bytes: null };
    expect(isOver(bare)).toBe(false);
    expect(isOver(bare, Array(100).fill(bare))).toBe(true);
  });

  it.each([
    ["text", { token: "x".repeat(1_000) }],
    ["bytes", { bytes: Array(1_000).fill(0) }],
  ])("grows with the %s of a token, whatever an upstream calls one", (_what, change) => {
    expect(isOver({ ...usual, ...change })).toBe(true);
    expect(isOver(usual, [{ ...usual, ...change }])).toBe(true);
  });
});

describe("the number of blocks", () => {
  it("has a limit, which blocks and citations share", () => {
    expect(areOver(...Array(4).fill(open(text)))).toBe(false);
    expect(areOver(...Array(5).fill(open(text)))).toBe(true);
    expect(areOver(open(text), ...Array(3).fill(add(cite)))).toBe(false);
    expect(areOver(open(text), ...Array(4).fill(add(cite)))).toBe(true);
  });
});

describe("the size of a reply", () => {
  const long = "x".repeat(2_000);

  it.each<[string, OpenedBlock]>([
    ["ids", { type: "tool_call", id: long, name: "f" }],
    ["names", { type: "tool_call", id: "c", name: long }],
    ["extras", { type: "tool_call", id: "c", name: "f", extra: { signature: long } }],
    ["redacted reasoning", { type: "redacted_thinking", data: long }],
    ["native blocks", { type: "native", format: "messages", value: { content: [{ [long]: 1 }] } }],
  ])("counts the %s of its blocks", (_what, block) => {
    expect(areOver(open(block), open(block))).toBe(false);
    expect(areOver(open(block), open(block), open(block))).toBe(true);
  });

  it("counts its signatures", () => {
    const sign = (signature: string) => add({ type: "signature", signature });
    expect(areOver(sign("x".repeat(1_000)))).toBe(false);
    expect(areOver(sign("x".repeat(1_001)))).toBe(true);
    expect(areOver(...Array(6).fill(sign("x".repeat(1_000))))).toBe(true);
  });

  it("counts its citations, and the text after them", () => {
    const citation: BlockDelta = { ...cite, value: { title: long } };
    const said = [add(citation), add(citation), add({ type: "text", text: "x".repeat(900) })];
    expect(areOver(...said)).toBe(false);
    expect(areOver(...said, add({ type: "text", text: "x".repeat(100) }))).toBe(true);
  });
});
