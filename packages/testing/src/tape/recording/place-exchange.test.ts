import type { Conversation, ConversationEvent } from "@diglot/core";
import { assistant, conversationOf, turn, user } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import type { RecordedExchange, TapedConversation } from "../tape.js";
import { placeExchange } from "./place-exchange.js";

const talk = (...texts: readonly string[]): Conversation =>
  conversationOf({ turns: texts.map((text, index) => (index % 2 ? assistant(text) : user(text))) });

/** An exchange that is answered with a text, or fails. */
function exchange(conversation: Conversation, said?: string): RecordedExchange {
  const delta = { type: "delta", index: 0, delta: { type: "text", text: said } };
  const error = { milliseconds: 1, kind: "overloaded", message: "Busy." } as const;
  const reply =
    said === undefined
      ? { events: [], error }
      : { events: [[0, delta as ConversationEvent] as const] };
  return { structure: "", conversation, reply };
}

/** Where an exchange is put on a tape that has these conversations. */
function place(
  conversations: Readonly<Record<string, readonly [number: number, ...RecordedExchange[]]>>,
  added: RecordedExchange,
) {
  const taped = Object.entries(conversations).map(
    ([name, [number, ...exchanges]]): [string, TapedConversation] => [
      name,
      { version: 1, number, exchanges },
    ],
  );
  const [name, { number, exchanges }] = placeExchange(new Map(taped), added);
  expect(exchanges.at(-1)).toBe(added);
  return `${name} ${number} ${exchanges.length}`;
}

describe("an exchange", () => {
  const rain = exchange(talk("Where?"), "In Oslo.");
  const on = exchange(talk("Where?", "In Oslo.", "And?"), "Nowhere.");

  it("begins a conversation of its own on an empty tape, and where it goes on none", () => {
    expect(place({}, rain)).toBe("where 1 1");
    expect(place({ other: [4, exchange(talk("When?"), "Now.")] }, rain)).toBe("where 5 1");
    expect(place({ other: [2, exchange(talk("When?"), "Now.")] }, on)).toBe("where 3 1");
  });

  it("has the first free name behind those that are taken", () => {
    const taken = exchange(talk("When?"), "Now.");
    expect(place({ where: [1, taken] }, rain)).toBe("where-2 2 1");
    expect(place({ where: [1, taken], "where-2": [7, taken] }, rain)).toBe("where-3 8 1");
    expect(place({ "where-2": [1, taken] }, rain)).toBe("where 2 1");
  });

  it("goes on the conversation whose turns are the beginning of its own", () => {
    expect(place({ a: [1, rain], b: [2, exchange(talk("When?"), "Now.")] }, on)).toBe("a 1 2");
    expect(place({ a: [1, rain, on] }, exchange(talk("Where?", "In Oslo.", "Or?"), "No."))).toBe(
      "where 2 1",
    );
  });

  it("goes on the one whose reply it hands back, however late another one is", () => {
    const rome = exchange(talk("Where?"), "In Rome.");
    expect(place({ a: [1, rain], b: [2, rome] }, on)).toBe("a 1 2");
    expect(place({ a: [1, rain], b: [2, rome], c: [3, rain] }, on)).toBe("c 3 2");
    const neither = exchange(talk("Where?", "In Bern.", "And?"), "No.");
    expect(place({ a: [3, rain], b: [2, rome] }, neither)).toBe("a 3 2");
  });

  it("goes on one that has failed, as its retry; the same question asked anew is another one", () => {
    const failed = exchange(talk("Where?"));
    expect(place({ a: [1, failed] }, rain)).toBe("a 1 2");
    expect(place({ a: [1, failed, rain] }, rain)).toBe("where 2 1");
    expect(place({ a: [1, rain] }, failed)).toBe("where 2 1");
  });

  it("goes on with calls, whatever white space their arguments have had", () => {
    const call = { type: "tool_call", id: "c", name: "look", arguments: '{"at":1}' } as const;
    const events = [
      { type: "open", index: 0, block: { type: "tool_call", id: "c", name: "look" } },
      { type: "delta", index: 0, delta: { type: "arguments", json: '{ "at": 1 }' } },
    ] as const;
    const called: RecordedExchange = {
      ...exchange(talk("Where?"), ""),
      reply: { events: events.map((event) => [0, event as unknown as ConversationEvent]) },
    };
    const turns = [user("Where?"), turn("assistant", call), user("Well?")];
    const other = exchange(talk("Where?"), "In Oslo.");
    expect(
      place({ a: [1, called], b: [2, other] }, exchange(conversationOf({ turns }), "There.")),
    ).toBe("a 1 2");
  });
});
