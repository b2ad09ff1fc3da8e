import { createParser } from "eventsource-parser";
import type { FormatName } from "./requests.js";

/** One event of a stream. */
export interface Frame {
  readonly event: string | undefined;
  readonly data: string;
}

/**
 * Reads the text of an event stream with a parser that is not ours. Comments are left out, and so is an
 * event without its blank line.
 */
export function framesOf(text: string): Frame[] {
  const frames: Frame[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => frames.push({ event, data }) });
  parser.feed(text);
  return frames;
}

/** The text of a JSON answer of either format. */
export function textOf(format: FormatName, value: unknown): string {
  const body = value as {
    content?: { text?: string }[];
    choices?: { message: { content: string | null } }[];
  };
  return format === "messages"
    ? (body.content ?? []).map(({ text }) => text ?? "").join("")
    : (body.choices?.[0]?.message.content ?? "");
}
