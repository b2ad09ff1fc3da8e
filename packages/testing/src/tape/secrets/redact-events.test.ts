import type { ConversationEvent } from "@diglot/core";
import { createRedactor } from "@diglot/core/redaction";
import { expect, it } from "vitest";
import type { TimedEvent } from "../tape.js";
import { pieceOf, redactEventsInSteps } from "./redact-events.js";

const said = (at: number, text: string, index = 0): TimedEvent => [
  at,
  { type: "delta", index, delta: { type: "text", text } },
];
const called = (at: number, json: string): TimedEvent => [
  at,
  { type: "delta", index: 1, delta: { type: "arguments", json } },
];
const closed: TimedEvent = [9, { type: "close", index: 0 } as ConversationEvent];

/** The events without this secret. */
function redact(events: readonly TimedEvent[], secret = "sk-0123456789"): readonly TimedEvent[] {
  const steps = redactEventsInSteps(events, createRedactor([secret]));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

it("a secret that is cut over deltas is taken out, and deltas of which nothing is left are, too", () => {
  const events = [
    said(1, "Key: sk-01"),
    said(2, "2345"),
    said(3, "6789"),
    said(4, " it is."),
    closed,
  ];
  const redacted = redact(events);
  const texts = redacted.map(([, event]) => (event.type === "delta" ? event.delta : event));
  expect(JSON.stringify(redacted)).not.toMatch(/sk-01|2345|6789/);
  expect(texts.every((delta) => !("text" in delta) || delta.text !== "")).toBe(true);
  expect(redacted.length).toBeLessThan(events.length);
  expect(redacted.slice(-2)).toEqual(events.slice(-2));
});

it("other events lose their secrets by themselves, and other deltas stay where they are", () => {
  const signature: TimedEvent = [
    2,
    { type: "delta", index: 0, delta: { type: "signature", signature: "sk-0123456789" } },
  ];
  const opened: TimedEvent = [
    0,
    { type: "open", index: 0, block: { type: "tool_call", id: "sk-0123456789", name: "look" } },
  ];
  const events = [opened, said(1, "Key: sk-01"), signature, said(3, "23456789 it is."), closed];
  const redacted = redact(events);
  expect(JSON.stringify(redacted)).not.toMatch(/sk-01|23456789/);
  expect(redacted[0]).toMatchObject([0, { type: "open", block: { id: "redacted" } }]);
  expect(redacted).toContainEqual([
    2,
    { type: "delta", index: 0, delta: { type: "signature", signature: "[redacted]" } },
  ]);
  expect(pieceOf(signature[1])).toBeUndefined();
  expect([pieceOf(opened[1]), pieceOf(said(1, "a")[1]), pieceOf(called(1, "{}")[1])]).toEqual([
    undefined,
    "a",
    "{}",
  ]);
});

it("arguments and other blocks are looked at by themselves, and what is clean stays as it was", () => {
  const events = [said(1, "sk-01234"), called(2, '{"key":"sk-01'), said(3, "56789", 2), closed];
  expect(redact(events)).toEqual(events);
  const [first, second] = redact([called(1, '{"key":"sk-012'), called(2, '3456789"}')]);
  expect(JSON.stringify([first, second])).not.toMatch(/sk-012|3456789/);
  expect(first?.[1]).toMatchObject({ type: "delta", index: 1, delta: { type: "arguments" } });
});
