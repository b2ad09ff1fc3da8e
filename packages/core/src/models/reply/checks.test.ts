import { describe, expect, it } from "vitest";
import { reportedUsage } from "../../../test/make.js";
import type { ConversationEvent } from "../../conversation/events.js";
import { OverLimit } from "../../errors/over-limit.js";
import { defaultSizeLimits } from "../../http/size-limits.js";
import { checkBytes, checkChoices, checkEvents } from "./checks.js";

const usage = reportedUsage({ input: 1, output: 1 });
const limits = { ...defaultSizeLimits, replyCharacters: 5, eventCharacters: 5 };
const start: ConversationEvent = { type: "start", model: "m", usage };
const open: ConversationEvent = { type: "open", index: 0, block: { type: "text" } };
const say = (text: string): ConversationEvent => ({
  ...{ type: "delta", index: 0, delta: { type: "text", text } },
});
const last: readonly ConversationEvent[] = [
  { type: "close", index: 0 },
  { type: "stop", reason: "end" },
  { type: "end", usage },
];

const because = (message: string) =>
  expect.objectContaining({ kind: "upstream_bad_response", cause: new Error(message) });
const over = (message: string) => expect.objectContaining({ cause: new OverLimit(message) });

describe("the check of events", () => {
  it("tells the batch with which a reply ends from one that cuts it", () => {
    const check = checkEvents(limits);
    expect([check([start, open]), check([say("abc")])]).toEqual([false, false]);
    expect(() => checkEvents(limits)(undefined)).toThrow(
      because("The reply ended without its end event."),
    );
    expect(check(last)).toBe(true);
  });

  it("limits what a reply says", () => {
    const check = checkEvents(limits);
    check([start, open, say("abc"), say("de")]);
    expect(() => check([say("f")])).toThrow(over("The reply has more than 5 characters."));
  });
});

describe("the check of choices", () => {
  const of = (choice: number, ...events: readonly ConversationEvent[]) =>
    events.map((event) => ({ choice, event }));

  it("tells when all of them have ended", () => {
    const check = checkChoices(limits, 2);
    expect(check([...of(0, start, open), ...of(1, start, open)])).toBe(false);
    expect(check(of(1, say("a"), ...last))).toBe(false);
    expect(check(of(0, say("b"), ...last))).toBe(true);
  });

  it("refuses a reply that ends before, and a choice that nobody has asked for", () => {
    expect(() => checkChoices(limits, 2)(undefined)).toThrow(
      because("The reply ended before all of its choices."),
    );
    for (const choice of [2, -1]) {
      expect(() => checkChoices(limits, 2)(of(choice, start))).toThrow(
        because(`The reply has no choice ${choice}.`),
      );
    }
  });

  it("holds each to the grammar, and all of them together to the limits", () => {
    expect(() => checkChoices(limits, 2)(of(1, open))).toThrow(
      expect.objectContaining({ kind: "upstream_bad_response" }),
    );
    const check = checkChoices(limits, 2);
    check([...of(0, start, open, say("abc")), ...of(1, start, open, say("de"))]);
    expect(() => check(of(1, say("f")))).toThrow(over("The reply has more than 5 characters."));
  });
});

describe("the check of bytes", () => {
  it("limits them, and knows the last block", () => {
    const check = checkBytes(limits);
    expect([check(new Uint8Array(5)), check(new Uint8Array(0)), check(undefined)]).toEqual([
      ...[false, false, true],
    ]);
    expect(() => check(new Uint8Array(1))).toThrow(over("The reply has more than 5 bytes."));
  });
});
