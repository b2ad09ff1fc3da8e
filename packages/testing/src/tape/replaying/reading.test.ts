import type { Conversation } from "@diglot/core";
import { assistant, conversationOf, user } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import type { RecordedExchange, TapedConversation } from "../tape.js";
import { createReading } from "./reading.js";

const talk = (...texts: readonly string[]): Conversation =>
  conversationOf({ turns: texts.map((text, index) => (index % 2 ? assistant(text) : user(text))) });

function exchange(conversation: Conversation, choice?: number): RecordedExchange {
  return {
    structure: "same",
    conversation,
    reply: { events: [] },
    ...(choice !== undefined && { choice }),
  };
}

/** A reading of these conversations, numbered in their order, and how it names what it takes. */
function readingOf(conversations: Readonly<Record<string, readonly RecordedExchange[]>>) {
  const entries = Object.entries(conversations).map(
    ([name, exchanges], index): [string, TapedConversation] => [
      name,
      { version: 1, number: index + 1, exchanges },
    ],
  );
  const reading = createReading(new Map(entries.reverse()));
  return (conversation: Conversation, choice?: number) => {
    const taken = reading.take("same", conversation, choice);
    return taken && `${taken.name} ${taken.position}`;
  };
}

describe("of several recordings of a structure", () => {
  const first = exchange(talk("Oslo?"));

  it("equal texts decide before the order and the choice", () => {
    const on = talk("Oslo?", "Rain.", "And?");
    const take = readingOf({
      other: [exchange(talk("Rome?", "Rain.", "And?"), 0)],
      same: [first, exchange(on, 1)],
    });
    expect(take(on, 0)).toBe("same 1");
  });

  it("equal replies decide before the order and the choice", () => {
    const take = readingOf({
      other: [exchange(talk("Rome?", "Sun.", "And?"), 0)],
      same: [first, exchange(talk("Oslo?", "Rain.", "And?"), 1)],
    });
    expect(take(talk("Bergen?", "Rain.", "And?"), 0)).toBe("same 1");
  });

  it("the order decides before the choice", () => {
    const take = readingOf({
      late: [first, exchange(talk("Oslo?"), 0)],
      early: [exchange(talk("Rome?"), 1)],
    });
    expect(take(talk("Bern?"), 0)).toBe("late 0");
    expect(take(talk("Bern?"), 0)).toBe("late 1");
    expect(take(talk("Bern?"), 0)).toBe("early 0");
    expect(take(talk("Bern?"), 0)).toBeUndefined();
  });

  it("the same choice decides, and then the one that was recorded first", () => {
    const take = readingOf({
      zero: [exchange(talk("Oslo?"), 0)],
      one: [exchange(talk("Oslo?"), 1)],
      more: [exchange(talk("Oslo?"), 1)],
    });
    expect([take(talk("Oslo?"), 1), take(talk("Oslo?"), 1), take(talk("Oslo?"), 1)]).toEqual([
      "one 0",
      "more 0",
      "zero 0",
    ]);
  });

  it("none is taken for another structure", () => {
    const reading = createReading(new Map([["a", { version: 1, number: 1, exchanges: [first] }]]));
    expect(reading.take("other", talk("Oslo?"), undefined)).toBeUndefined();
    expect(reading.candidates).toHaveLength(1);
  });
});
