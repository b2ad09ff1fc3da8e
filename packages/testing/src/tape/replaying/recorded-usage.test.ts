import type { ConversationEvent } from "@diglot/core";
import { usageOf as reported } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { knownCounts, usageOf } from "./recorded-usage.js";

const start = { type: "start", model: "m", usage: reported({ input: 30 }) } as ConversationEvent;
const said = {
  ...{ type: "delta", index: 0 },
  delta: { type: "text", text: "Hi" },
} as ConversationEvent;
const counted = (usage: object) => ({ type: "usage", usage }) as ConversationEvent;

describe("what a recorded reply has used", () => {
  it("is nothing before its first event, and nothing of that is known", () => {
    expect(usageOf([])).toMatchObject({ input: 0, output: 0 });
    expect(knownCounts(usageOf([]))).toEqual({});
  });

  it("is the last count of each kind", () => {
    const events = [
      start,
      said,
      counted({ output: 2 }),
      counted({ output: 5, cacheRead: 0 }),
      said,
    ];
    expect(usageOf(events)).toMatchObject({ input: 30, output: 5, cacheRead: 0 });
  });

  it("is what its end says, whatever was said before", () => {
    const end = { type: "end", usage: reported({ input: 9, output: 4 }) } as ConversationEvent;
    expect(usageOf([start, counted({ output: 7, input: 8 }), end])).toEqual(
      reported({ input: 9, output: 4 }),
    );
  });

  it("is known as far as it was reported", () => {
    const events = [counted({ input: 3, reasoning: 0 })];
    expect(knownCounts(usageOf(events))).toEqual({ input: 3, reasoning: 0 });
    expect(usageOf(events).sources).toMatchObject({ input: "reported", output: "none" });
  });
});
