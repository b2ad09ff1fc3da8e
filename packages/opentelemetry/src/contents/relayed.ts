import type { ConversationEvent } from "@diglot/core";
import { type AnyFormat, createStreamReader, readResponse } from "@diglot/core/translation";

/** What came of the body of an upstream's answer. */
export interface RelayedBody {
  readonly format: string;
  readonly isStream: boolean;
  readonly bytes: Uint8Array;
}

/**
 * The events of a reply that was relayed, as far as it can be read: a body that was cut, and one of a
 * format that is not built in, has those that came before that.
 */
export function readRelayed({
  format,
  isStream,
  bytes,
}: RelayedBody): readonly ConversationEvent[] {
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
