import type { ProbedEvent } from "./probe.js";
import { toJson } from "./to-json.js";

/**
 * The events of an event stream, by the letter of the standard: a frame counts once a blank line
 * ends it, comments are passed over, and a frame without data is no event.
 */
export function readEvents(text: string): readonly ProbedEvent[] {
  const frames = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n\n");
  return frames.slice(0, -1).flatMap(readFrame);
}

function readFrame(frame: string): readonly ProbedEvent[] {
  const fields = frame.split("\n").map(readField);
  const data = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  if (data.length === 0) return [];
  const joined = data.join("\n");
  const event = fields.findLast(({ name }) => name === "event")?.value;
  return [{ event: event === "" ? undefined : event, data: joined, json: toJson(joined) }];
}

function readField(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: "" };
  const value = line.slice(colon + 1);
  return { name: line.slice(0, colon), value: value.startsWith(" ") ? value.slice(1) : value };
}
