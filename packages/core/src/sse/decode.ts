import { createParser } from "eventsource-parser";
import { OverLimit } from "../errors/over-limit.js";
import type { ServiceError } from "../errors/service-error.js";
import { eventTooLarge } from "./event-too-large.js";

/** One server-sent event, as far as the two formats use it. */
export interface DecodedEvent {
  /** The `event:` line, if there was one. */
  readonly event: string | undefined;
  readonly data: string;
}

/** Bytes in blocks of any cut to events. */
export interface EventDecoder {
  /** The events that became complete. @throws ServiceError `upstream_bad_response` for an event over the limit */
  push(block: Uint8Array): readonly DecodedEvent[];
}

/**
 * A decoder of one event stream. An event may have `maxCharacters`, and no more are held of one that
 * is not yet complete; an event without its final blank line is not an event.
 */
export function createEventDecoder(maxCharacters: number): EventDecoder {
  const text = new TextDecoder();
  const complete: DecodedEvent[] = [];
  // Since the last event or comment. The parser's own limit does not count lines that it skips.
  let characters = 0;
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent({ event, data }) {
      // Checked here as well, so that it makes no difference whether the event came in one block.
      if (data.length > maxCharacters) throw tooLarge(undefined);
      characters = 0;
      complete.push({ event, data });
    },
    onComment() {
      characters = 0;
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge(error);
    },
  });

  return {
    push(block) {
      const piece = text.decode(block, { stream: true });
      characters += piece.length;
      parser.feed(piece);
      if (characters > maxCharacters) throw tooLarge(undefined);
      return complete.splice(0);
    },
  };
}

function tooLarge(cause: unknown): ServiceError {
  return eventTooLarge(new OverLimit("An event is larger than its limit.", { cause }));
}
