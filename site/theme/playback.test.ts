import { expect, it } from "vitest";
import { countUntil, joinShown, moveTab } from "./playback.ts";

const events = [
  { at: 0 },
  { at: 10, shown: { kind: "reasoning", text: "Hm. " } },
  { at: 20, shown: { kind: "text", text: "One" } },
  { at: 20, shown: { kind: "text", text: " two" } },
] as const;

it("a moment shows the events that have come until then", () => {
  expect([-1, 0, 19, 20, 99].map((elapsed) => countUntil(events, elapsed))).toEqual([
    0, 1, 2, 4, 4,
  ]);
});

it("a client shows the text and the reasoning that have come", () => {
  expect(joinShown(events, "text")).toBe("One two");
  expect(joinShown(events.slice(0, 3), "reasoning")).toBe("Hm. ");
});

it("arrows lead around the tabs, Home and End to the first and the last", () => {
  const moves = [
    ["ArrowRight", 2],
    ["ArrowLeft", 0],
    ["Home", 1],
    ["End", 0],
    ["a", 1],
  ] as const;
  expect(moves.map(([key, index]) => moveTab(key, index, 3))).toEqual([0, 2, 0, 2, 1]);
});
