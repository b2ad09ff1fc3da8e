import { addLine, type DecodedEvent, type EventFields, toEvent } from "./event-fields.js";
import { eventTooLarge } from "./event-too-large.js";

/** Turns the bytes of an event stream, in blocks of any cut, into events. */
export interface EventDecoder {
  /** The events that became complete. @throws ServiceError `upstream_bad_response` for an event over the limit */
  push(block: Uint8Array): readonly DecodedEvent[];
}

/** A stream while it is decoded. */
interface Decoding {
  readonly maxCharacters: number;
  /** The pieces of a line that has not ended. They are joined once, however many there are. */
  pieces: string[];
  /** Whether the last line ended with a carriage return; a line feed after it belongs to the same end. */
  afterReturn: boolean;
  fields: EventFields;
  /** The characters since the last event or comment. */
  characters: number;
}

/**
 * A decoder of one event stream. An event has at most `maxCharacters`; the same limit applies
 * to everything between two events or comments. An event without its final blank line is ignored.
 */
export function createEventDecoder(maxCharacters: number): EventDecoder {
  const utf8 = new TextDecoder();
  const decoding: Decoding = {
    maxCharacters,
    pieces: [],
    afterReturn: false,
    fields: {},
    characters: 0,
  };
  return { push: (block) => pushText(decoding, utf8.decode(block, { stream: true })) };
}

function pushText(decoding: Decoding, piece: string): readonly DecodedEvent[] {
  const text = toLines(decoding, piece);
  const events: DecodedEvent[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    const event = endLine(decoding, text.slice(start, end));
    if (event) events.push(event);
    start = end + 1;
  }
  if (start < text.length) decoding.pieces.push(text.slice(start));
  count(decoding, text.length - start);
  return events;
}

/** The text with a line feed for each end of a line. */
function toLines(decoding: Decoding, piece: string): string {
  const text = decoding.afterReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
  if (piece !== "") decoding.afterReturn = piece.endsWith("\r");
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Reads the line that has ended. @returns the event, if the line is blank and ends one */
function endLine(decoding: Decoding, rest: string): DecodedEvent | undefined {
  const { pieces } = decoding;
  count(decoding, rest.length);
  const line = pieces.length === 0 ? rest : pieces.join("") + rest;
  if (pieces.length > 0) decoding.pieces = [];
  count(decoding, 1);
  if (line) {
    if (line.startsWith(":")) decoding.characters = 0;
    else addLine(decoding.fields, line);
    return undefined;
  }
  const event = toEvent(decoding.fields);
  decoding.fields = {};
  if (event) decoding.characters = 0;
  return event;
}

function count(decoding: Decoding, characters: number): void {
  decoding.characters += characters;
  if (decoding.characters <= decoding.maxCharacters) return;
  throw eventTooLarge(`${decoding.maxCharacters} characters`);
}
