import { expect, it } from "vitest";
import { matchRequest, shorten } from "./match.js";
import type { MatcherParts, ObservedRequest } from "./matcher.js";

const request = {
  ...{ index: 0, format: "messages", model: "small", stream: false, choices: 1 },
  ...{ lastUserText: "How is the weather?", tools: ["weather", "clock"] },
  conversation: {
    system: [
      { type: "text", text: "Be kind." },
      { type: "text", text: "Be brief." },
    ],
    turns: [{}, {}, {}],
  },
  toolResults: [
    { callId: "call_1", name: "weather", text: "Sunny", isError: false },
    { callId: "call_2", name: "clock", text: "Noon", isError: true },
  ],
} as unknown as ObservedRequest;

const holds = (matcher: MatcherParts) => matchRequest(matcher, request).map((one) => one.holds);

it.each<[MatcherParts]>([
  [{ model: "mal" }],
  [{ format: "messages" }],
  [{ stream: false }],
  [{ system: /kind\.\nBe brief/ }],
  [{ user: "weather" }],
  [{ tools: "clock" }],
  [{ tools: ["clock", "weather"] }],
  [{ turns: 3 }],
  [{ choices: 1 }],
  [{ toolResult: {} }],
  [{ toolResult: { name: "weather", callId: "call_1", text: "Sun" } }],
  [{ toolResult: { text: /^noon$/i } }],
])("a request fits %j", (matcher) => {
  expect(holds(matcher)).toEqual([true]);
});

it.each<[MatcherParts]>([
  [{ model: "large" }],
  [{ format: "chat-completions" }],
  [{ stream: true }],
  [{ system: "cruel" }],
  [{ user: /^weather/ }],
  [{ tools: ["clock", "calendar"] }],
  [{ turns: 2 }],
  [{ choices: 2 }],
  [{ toolResult: { name: "calendar" } }],
  [{ toolResult: { callId: "call_3" } }],
  [{ toolResult: { text: "Rain" } }],
  // Each holds of one result, and not of the same one.
  [{ toolResult: { name: "weather", callId: "call_2" } }],
  [{ toolResult: { callId: "call_1", text: "Noon" } }],
  [{ toolResult: { name: "clock", text: "Sunny" } }],
])("a request does not fit %j", (matcher) => {
  expect(holds(matcher)).toEqual([false]);
});

it("a miss says what was wanted and what came", () => {
  const toolResult = { name: "calendar", callId: "call_3", text: "Rain" };
  expect(matchRequest({ model: "large", toolResult }, request)).toEqual([
    { member: "model", holds: false, expected: 'a text with "large"', got: '"small"' },
    {
      ...{ member: "toolResult", holds: false },
      expected: 'a result of the tool calendar of the call call_3 with a text with "Rain"',
      got: 'result of weather (call_1) "Sunny"; error of clock (call_2) "Noon"',
    },
  ]);
});

it("a text is cut after 80 characters, and no character is", () => {
  expect(shorten("🚀".repeat(80))).toBe(`"${"🚀".repeat(80)}"`);
  expect(shorten("🚀".repeat(81))).toBe(`"${"🚀".repeat(80)}"… (81 characters)`);
});
