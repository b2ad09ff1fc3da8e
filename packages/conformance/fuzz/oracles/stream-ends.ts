import assert from "node:assert/strict";
import { type Frame, framesOf } from "@diglot/test-support/answers";
import type { FormatName } from "@diglot/test-support/requests";

/** The events of a whole stream, read apart from the code under test. */
export function eventsOf(bytes: Uint8Array): readonly Frame[] {
  return framesOf(new TextDecoder().decode(bytes));
}

/**
 * Checks a relayed stream: every event has the braces of an object, and nothing follows the one end,
 * which is the format's normal end or one error.
 */
export function assertRelayedStream(format: FormatName, bytes: Uint8Array): void {
  const events = eventsOf(bytes);
  const ends = events.map((event) => endOf(format, event));
  assert.ok(ends.at(-1), "The stream has no end.");
  assert.equal(ends.filter(Boolean).length, 1, "The stream has more than one end.");
  for (const { event, data } of events) {
    if (event === "ping" || data.trim() === "" || data.trim() === "[DONE]") continue;
    // Deltas, which are most events, are relayed without being parsed: only their braces are seen.
    assert.match(data, /^\s*\{.*\}\s*$/s, `An event is not an object: ${data}`);
  }
}

/**
 * Whether an upstream's stream may pass for a whole one. A Messages stream has begun and has its normal
 * end. A Chat Completions stream has said why it stopped; its normal end may be missing.
 */
export function isCompleteUpstream(format: FormatName, bytes: Uint8Array): boolean {
  const events = eventsOf(bytes);
  const begun = events.slice(
    format === "messages" ? events.findIndex((event) => typeOf(event) === "message_start") : 0,
  );
  const ends = begun.map((event) => endOf(format, event));
  const end = ends.findIndex((found) => found !== undefined);
  if (format === "messages") return ends[end] === "normal";
  if (ends[end] === "error") return false;
  const before = end === -1 ? begun : begun.slice(0, end);
  return before.some(({ data }) => /"finish_reason"\s*:\s*"[^"]/.test(data));
}

/** How an event ends a stream, as the official clients see it. */
function endOf(format: FormatName, event: Frame | undefined): "normal" | "error" | undefined {
  if (!event) return undefined;
  if (event.event === "error") return "error";
  if (format === "messages") return typeOf(event) === "message_stop" ? "normal" : undefined;
  if (event.data.trim() === "[DONE]") return "normal";
  return membersOf(event.data).error ? "error" : undefined;
}

/** Some servers leave out the `event:` line, others the type. */
function typeOf({ event, data }: Frame): unknown {
  const { type } = membersOf(data);
  return typeof type === "string" ? type : event;
}

/** The members of a JSON object; none for any other text. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  return isObjectText(text) ? JSON.parse(text) : {};
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
