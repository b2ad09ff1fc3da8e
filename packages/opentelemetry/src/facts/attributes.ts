import type { Attributes, AttributeValue } from "@opentelemetry/api";
import { Room } from "./room.js";

/** Characters of a text, and of all texts of a list; a mark follows where they were cut. */
const longest = 1_000;

/**
 * What a span, an event or a metric is given: the attributes that have a value, because an exporter
 * would show the others as text, with long texts cut. Names and ids come from callers and upstreams,
 * which may send anything.
 */
export function toAttributes(given: Attributes): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value !== undefined) attributes[name] = shortenValue(value);
  }
  return attributes;
}

/** The beginning of a text that is no attribute, such as the name of a span. */
export function shorten(text: string): string {
  return text.length > longest ? new Room(longest).take(text) : text;
}

function shortenValue(value: AttributeValue): AttributeValue {
  if (typeof value === "string") return shorten(value);
  return Array.isArray(value) ? shortenList(value) : value;
}

/** Only lists of texts are reported. An empty text needs room, too. */
function shortenList(list: readonly unknown[]): string[] {
  const room = new Room(longest);
  return list.slice(0, longest).flatMap((each) => (room.left > 0 ? [room.take(String(each))] : []));
}
