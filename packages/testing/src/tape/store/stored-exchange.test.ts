import { checks } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { storedExchange } from "./stored-exchange.js";

const error = { milliseconds: 4, kind: "internal", message: "broken" };
const conversation = { turns: [{ role: "user", blocks: [{ type: "text", text: "Hi" }] }] };
const reply = { events: [[0, { type: "start" }]], error };
const exchange = { structure: ["turn 0 user: text"], conversation, reply };

const fits = (value: unknown) => checks.fits(storedExchange, value);

describe("an exchange in the file of a tape", () => {
  it("has a structure, a conversation and a reply", () => {
    expect(fits(exchange)).toBe(true);
    expect(fits({ structure: [], conversation: { turns: [] }, reply: { events: [] } })).toBe(true);
  });

  it("may have members that another version has written", () => {
    const later = { ...exchange, choice: 1, later: 1, conversation: { ...conversation, later: 1 } };
    expect(fits(later)).toBe(true);
    expect(fits({ ...exchange, reply: { ...reply, error: { ...error, later: 1 } } })).toBe(true);
  });

  it.each([
    ["a list", []],
    ["null", null],
    ["no structure", { conversation, reply }],
    ["a structure in one text", { ...exchange, structure: "turn 0 user: text" }],
    ["a line that is no text", { ...exchange, structure: [1] }],
    ["turns that are no list", { ...exchange, conversation: { turns: {} } }],
    ["a turn without blocks", { ...exchange, conversation: { turns: [{ role: "user" }] } }],
    ["a block that is a text", { ...exchange, conversation: { turns: [{ blocks: ["Hi"] }] } }],
    ["no reply", { structure: [], conversation }],
    ["an event without a time", { ...exchange, reply: { events: [{ type: "start" }] } }],
    ["a time that is a text", { ...exchange, reply: { events: [["0", { type: "start" }]] } }],
    ["an event that is a list", { ...exchange, reply: { events: [[0, []]] } }],
    ["an error that is null", { ...exchange, reply: { ...reply, error: null } }],
    [
      "an error without a time",
      { ...exchange, reply: { ...reply, error: { kind: "", message: "" } } },
    ],
    ["an error without a kind", { ...exchange, reply: { ...reply, error: { ...error, kind: 1 } } }],
    [
      "an error without a message",
      { ...exchange, reply: { ...reply, error: { ...error, message: 1 } } },
    ],
  ])("does not fit: %s", (_name, value) => {
    expect(fits(value)).toBe(false);
  });
});
