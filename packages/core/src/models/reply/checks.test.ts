import { describe, expect, it } from "vitest";
import { reportedUsage } from "../../../test/make.js";
import type { ConversationEvent } from "../../conversation/events.js";
import type { TokenProbability } from "../../conversation/logprobs.js";
import { defaultSizeLimits } from "../../http/size-limits.js";
import { checkEvents, isOverLimit } from "./checks.js";

const limits = { ...defaultSizeLimits, eventCharacters: 1000 };
const usual: TokenProbability = { token: "a", logprob: -1, bytes: [97] };
const start: ConversationEvent = { type: "start", model: "m", usage: reportedUsage({}) };
const open: ConversationEvent = { type: "open", index: 0, block: { type: "text" } };

/** Whether a delta of one letter with this token, and these beside it, is over the limit. */
function isOver(token: TokenProbability, alternatives: readonly TokenProbability[] = []): boolean {
  const delta = { type: "text", text: "a", logprobs: [{ ...token, alternatives }] } as const;
  try {
    checkEvents(limits)([start, open, { type: "delta", index: 0, delta }]);
    return false;
  } catch (error) {
    if (isOverLimit(error)) return true;
    throw error;
  }
}

describe("the size of log probabilities", () => {
  it("grows with their number", () => {
    expect(isOver(usual, Array(20).fill(usual))).toBe(false);
    expect(isOver(usual, Array(100).fill(usual))).toBe(true);
  });

  it.each([
    ["text", { token: "x".repeat(1000) }],
    ["bytes", { bytes: Array(1000).fill(0) }],
  ])("grows with the %s of a token, whatever an upstream calls one", (_what, change) => {
    expect(isOver({ ...usual, ...change })).toBe(true);
    expect(isOver(usual, [{ ...usual, ...change }])).toBe(true);
  });
});
