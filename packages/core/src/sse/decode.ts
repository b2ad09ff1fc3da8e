import { OverLimit } from "../errors/over-limit.js";
import { eventTooLarge } from "./event-too-large.js";
import { createFrameSplitter, type DecodedEvent, readFrame } from "./frames.js";

/** Turns the bytes of an event stream, in blocks that may end anywhere, into events. */
export interface EventDecoder {
  /** The events that became complete. @throws ServiceError `upstream_bad_response` for an event over the limit */
  push(block: Uint8Array): readonly DecodedEvent[];
}

/** The most bytes of UTF-8 that one character of a JavaScript string takes. */
const bytesPerCharacter = 3;

/**
 * A decoder of one event stream. An event has at most `maxCharacters`; the same limit applies
 * to everything between two events or comments. An event without its final blank line is ignored.
 */
export function createEventDecoder(maxCharacters: number): EventDecoder {
  const splitter = createFrameSplitter(maxCharacters * bytesPerCharacter);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  let isFirst = true;
  let charactersWithoutEvent = 0;

  function read(bytes: Uint8Array): DecodedEvent | undefined {
    const text = utf8.decode(bytes);
    const frame = isFirst ? withoutByteOrderMark(text) : text;
    isFirst = false;
    charactersWithoutEvent += frame.length;
    if (charactersWithoutEvent > maxCharacters) throw tooLarge();
    const event = readFrame(frame);
    if (event || frame.startsWith(":")) charactersWithoutEvent = 0;
    return event;
  }

  return {
    push(block) {
      const { bytes, ends } = splitter.push(block);
      return ends.flatMap((end, index) => read(bytes.subarray(ends[index - 1] ?? 0, end)) ?? []);
    },
  };
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function tooLarge() {
  return eventTooLarge(new OverLimit("An event is larger than its limit."));
}
