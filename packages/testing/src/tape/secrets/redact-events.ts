import type { BlockDelta, ConversationEvent, Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import type { TimedEvent } from "../tape.js";
import { redactInSteps } from "./redact.js";

/** A piece of a block's text, or of the JSON text of its arguments; undefined for another event. */
export function pieceOf(event: ConversationEvent): string | undefined {
  if (event.type !== "delta") return undefined;
  const { delta } = event;
  if (delta.type === "text") return delta.text;
  return delta.type === "arguments" ? delta.json : undefined;
}

/**
 * Events without secrets. A secret may be cut over several deltas of a block, so they are looked at
 * as one text; deltas of which nothing is left are left out.
 */
export function* redactEventsInSteps(
  events: readonly TimedEvent[],
  redactor: Redactor,
): Steps<readonly TimedEvent[]> {
  const redacted = new Map<TimedEvent, string>();
  for (const deltas of deltasOfBlocks(events).values()) {
    const pieces = yield* redactor.piecesInSteps(deltas.map(([, event]) => pieceOf(event) ?? ""));
    deltas.forEach((timed, index) => {
      redacted.set(timed, pieces[index] ?? "");
    });
  }
  const kept: TimedEvent[] = [];
  for (const timed of events)
    kept.push(...(yield* redactEvent(timed, redacted.get(timed), redactor)));
  return kept;
}

function deltasOfBlocks(events: readonly TimedEvent[]): ReadonlyMap<number, TimedEvent[]> {
  const blocks = new Map<number, TimedEvent[]>();
  for (const timed of events) {
    const [, event] = timed;
    if (event.type !== "delta" || pieceOf(event) === undefined) continue;
    const deltas = blocks.get(event.index);
    if (deltas) deltas.push(timed);
    else blocks.set(event.index, [timed]);
  }
  return blocks;
}

function* redactEvent(
  timed: TimedEvent,
  piece: string | undefined,
  redactor: Redactor,
): Steps<readonly TimedEvent[]> {
  const [milliseconds, event] = timed;
  if (piece === undefined || event.type !== "delta")
    return [[milliseconds, yield* redactInSteps(event, redactor)]];
  if (piece === pieceOf(event)) return [timed];
  if (piece === "") return [];
  return [[milliseconds, { ...event, delta: withPiece(event.delta, piece) }]];
}

function withPiece(delta: BlockDelta, piece: string): BlockDelta {
  return delta.type === "arguments" ? { ...delta, json: piece } : { type: "text", text: piece };
}
