import { createParser } from "eventsource-parser";
import type { DecodedEvent } from "./event-fields.js";
import { eventTooLarge } from "./event-too-large.js";

/** Turns the bytes of an event stream, in blocks of any cut, into events. */
export interface EventDecoder {
  /** The events that became complete. @throws ServiceError `upstream_bad_response` for an event over the limit */
  push(block: Uint8Array): readonly DecodedEvent[];
}

/**
 * A decoder of one event stream. An event has at most `maxCharacters`, its field names included; the
 * same limit applies to a row of blocks in which neither an event nor a comment ends. An event
 * without its final blank line is ignored.
 */
export function createEventDecoder(maxCharacters: number): EventDecoder {
  // The parser removes the byte order mark.
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  let events: DecodedEvent[] = [];
  /** The characters of the blocks since the last event or comment. */
  let characters = 0;

  const tooLarge = () => eventTooLarge(`${maxCharacters} characters`);

  function assertWithinLimit(size: number): void {
    if (size > maxCharacters) throw tooLarge();
  }

  // Without `onError` the parser creates no errors: one for each unknown line takes too long.
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent({ event, data }) {
      assertWithinLimit(sizeOf(event, data));
      events.push({ event, data });
      characters = 0;
    },
    onComment(comment) {
      assertWithinLimit(comment.length + ": \n".length);
      characters = 0;
    },
  });

  function feed(text: string): void {
    try {
      parser.feed(text);
    } catch {
      // A callback has refused an event, or the parser refuses more text because its buffer was full.
      throw tooLarge();
    }
  }

  return {
    push(block) {
      const text = utf8.decode(block, { stream: true });
      events = [];
      characters += text.length;
      feed(text);
      assertWithinLimit(characters);
      return events;
    },
  };
}

/** The length of an event as servers usually write it. The parser does not say how it was written. */
function sizeOf(event: string | undefined, data: string): number {
  const name = event === undefined ? 0 : event.length + "event: \n".length;
  return name + data.length + "data: \n\n".length;
}
