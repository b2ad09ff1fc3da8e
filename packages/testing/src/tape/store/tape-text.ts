import { checks } from "@diglot/core";
import { isJsonObject } from "../../common/json.js";
import { messageOf } from "../../common/message-of.js";
import type { RecordedExchange, TapedConversation } from "../tape.js";
import { type StoredExchange, storedExchange } from "./stored-exchange.js";

/**
 * A conversation as the text of its file: JSON in which every event has a line of its own, and so
 * has every line of a structure, so that differences are easy to read. The same data is the same
 * text.
 */
export function toTapeText({ version, number, exchanges }: TapedConversation): string {
  return `${print({ version, number, exchanges: exchanges.map(toStored) }, "")}\n`;
}

/** What stands in the file: a structure is the list of its lines. */
function toStored({ structure, conversation, choice, reply }: RecordedExchange): object {
  const { events, error } = reply;
  return {
    structure: structure.split("\n"),
    conversation,
    choice,
    reply: { events: events.map((event) => new OneLine(event)), ...(error && { error }) },
  };
}

/** What is printed on one line, however long it is. */
class OneLine {
  constructor(readonly value: unknown) {}
}

const mostCharacters = 100;

/** JSON of at most so many characters on a line, where a list or an object can be broken. */
function print(value: unknown, indent: string, most = mostCharacters): string {
  if (value instanceof OneLine) return print(value.value, "", Number.POSITIVE_INFINITY);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => print(item, inner, most));
    return printList(items, "[]", indent, most);
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}: ${print(member, inner, most)}`);
  return printList(members, "{}", indent, most);
}

function printList(
  items: readonly string[],
  brackets: "[]" | "{}",
  indent: string,
  most: number,
): string {
  const [open, close] = brackets;
  const short = `${open}${items.join(", ")}${close}`;
  const isShort = short.length + indent.length <= most && !short.includes("\n");
  if (items.length === 0 || isShort) return short;
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(",\n")}\n${indent}${close}`;
}

/**
 * Reads what `toTapeText` wrote.
 * @throws Error that says what is wrong with the text
 */
export function fromTapeText(text: string): TapedConversation {
  const value: unknown = parse(text);
  if (!isJsonObject(value) || !Array.isArray(value.exchanges)) throw new Error("it is no tape");
  if (value.version !== 1) {
    throw new Error(`it has version ${JSON.stringify(value.version)}, and 1 is what is known`);
  }
  if (typeof value.number !== "number") throw new Error("it has no number");
  return { version: 1, number: value.number, exchanges: value.exchanges.map(toExchange) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON (${messageOf(error)})`);
  }
}

function toExchange(value: unknown, index: number): RecordedExchange {
  if (!checks.fits(storedExchange, value)) throw new Error(`its exchange ${index + 1} is invalid`);
  const stored = value as StoredExchange;
  return { ...stored, structure: stored.structure.join("\n") };
}
