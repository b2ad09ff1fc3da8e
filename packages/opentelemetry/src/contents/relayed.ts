import type { ChoiceEvent, ConversationEvent, Steps } from "@diglot/core";
import { type AnyFormat, createStreamReader, readResponse } from "@diglot/core/translation";
import { piecesOf, type RelayedBody, splitChoices } from "./choices.js";

/** Bytes of the largest JSON body that is read. Parsing a larger one would keep other callers waiting. */
const largestJson = 256 * 1024;

/**
 * The events of a reply that was relayed, as far as it can be read: a body that was cut, and one of a
 * format that is not built in, has those that came before that. A JSON body above 256 KiB has none.
 */
export function* readRelayed(body: RelayedBody): Steps<readonly ChoiceEvent[]> {
  if (!body.isStream && body.bytes.length > largestJson) return [];
  const events: ChoiceEvent[] = [];
  try {
    for (const [choice, own] of (yield* splitChoices(body)).entries()) {
      yield* readChoice(own, (event) => events.push({ choice, event }));
    }
  } catch {
    // A relay does not judge a reply, so what cannot be read is left out.
  }
  return events;
}

/** Passes on the events of one choice. */
function* readChoice(
  { format, isStream, bytes }: RelayedBody,
  take: (event: ConversationEvent) => void,
): Steps<void> {
  try {
    if (isStream) yield* readStream(format as AnyFormat, bytes, take);
    else for (const event of readWhole(format as AnyFormat, bytes)) take(event);
  } catch {
    // The events before a fault are kept.
  }
}

function* readStream(
  format: AnyFormat,
  bytes: Uint8Array,
  take: (event: ConversationEvent) => void,
): Steps<void> {
  const reader = createStreamReader(format);
  for (const piece of piecesOf(bytes)) {
    for (const event of reader.push(piece)) take(event);
    yield;
  }
}

function readWhole(format: AnyFormat, bytes: Uint8Array): Iterable<ConversationEvent> {
  return readResponse(format, JSON.parse(new TextDecoder().decode(bytes)));
}
