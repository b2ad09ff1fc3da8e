import type { ChoiceEvent, ConversationEvent } from "@diglot/core";
import { type AnyFormat, createStreamReader, readResponse } from "@diglot/core/translation";
import { type RelayedBody, splitChoices } from "./choices.js";

/** Bytes of the largest JSON body that is read. Parsing a larger one would keep other callers waiting. */
const largestJson = 256 * 1024;

/**
 * The events of a reply that was relayed, as far as it can be read: a body that was cut, and one of a
 * format that is not built in, has those that came before that. A JSON body above 256 KiB has none.
 */
export function readRelayed(body: RelayedBody): readonly ChoiceEvent[] {
  if (!body.isStream && body.bytes.length > largestJson) return [];
  try {
    return splitChoices(body).flatMap((own, choice) =>
      readChoice(own).map((event) => ({ choice, event })),
    );
  } catch {
    return [];
  }
}

function readChoice({ format, isStream, bytes }: RelayedBody): readonly ConversationEvent[] {
  const events: ConversationEvent[] = [];
  try {
    const read = isStream
      ? readStream(format as AnyFormat, bytes)
      : readWhole(format as AnyFormat, bytes);
    for (const event of read) events.push(event);
  } catch {
    // Whoever relays a reply does not judge it either.
  }
  return events;
}

function readStream(format: AnyFormat, bytes: Uint8Array): Iterable<ConversationEvent> {
  return createStreamReader(format).push(bytes);
}

function readWhole(format: AnyFormat, bytes: Uint8Array): Iterable<ConversationEvent> {
  return readResponse(format, JSON.parse(new TextDecoder().decode(bytes)));
}
