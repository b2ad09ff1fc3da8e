import { eventTooLarge } from "./event-too-large.js";

/** The parts of a server-sent event that the formats use. */
export interface DecodedEvent {
  /** The `event:` line, unless there was none or it was empty. */
  readonly event: string | undefined;
  readonly data: string;
}

/** Complete frames, one after another in a range of bytes. */
export interface Frames {
  /** The bytes, unchanged; they end where the last frame ends. */
  readonly bytes: Uint8Array;
  /** The offset after each frame. */
  readonly ends: readonly number[];
}

/** Splits an event stream between its frames; no byte is changed. */
export interface FrameSplitter {
  /**
   * The frames that became complete; there may be none.
   * @throws ServiceError `upstream_bad_response` for a frame above the limit
   */
  push(block: Uint8Array): Frames;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * A splitter for blocks that may begin and end anywhere. A frame includes its blank line; lines end
 * with LF, CR or both. Bytes after the last blank line are not a frame and are never returned.
 */
export function createFrameSplitter(maxBytes: number): FrameSplitter {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let lineIsEmpty = true;
  let afterReturn = false;

  /** The offsets after the blank lines of a block. */
  function findEnds(block: Uint8Array): number[] {
    const ends: number[] = [];
    let start = 0;
    while (start < block.length) {
      const index = findLineEnd(block, start);
      if (index > start) {
        lineIsEmpty = false;
        afterReturn = false;
      }
      if (index === block.length) break;
      if (afterReturn && block[index] === lineFeed) {
        // The second half of a line end; it stays with the frame that its first half has ended.
        if (ends.at(-1) === index) ends[ends.length - 1] = index + 1;
        afterReturn = false;
      } else {
        if (lineIsEmpty) ends.push(index + 1);
        lineIsEmpty = true;
        afterReturn = block[index] === carriageReturn;
      }
      start = index + 1;
    }
    return ends;
  }

  return {
    push(block) {
      const ends = findEnds(block);
      const whole = ends.at(-1) ?? 0;
      assertWithinLimit([...ends, block.length], heldBytes, maxBytes);
      const bytes = joinHeld(held, block.subarray(0, whole), whole > 0);
      const offsets = heldBytes === 0 ? ends : ends.map((end) => end + heldBytes);
      if (whole > 0) held = [];
      // A copy, because a view of a few bytes would keep the whole block for a slow reader.
      if (whole < block.length) held.push(new Uint8Array(block.subarray(whole)));
      heldBytes = (whole > 0 ? 0 : heldBytes) + block.length - whole;
      return { bytes, ends: offsets };
    },
  };
}

/** The offset of the next line feed or carriage return; without one, the length. */
function findLineEnd(block: Uint8Array, start: number): number {
  let index = start;
  while (index < block.length && block[index] !== lineFeed && block[index] !== carriageReturn)
    index++;
  return index;
}

/** Checks the distance between neighbouring ends against the limit; the first frame began earlier. */
function assertWithinLimit(ends: readonly number[], heldBytes: number, maxBytes: number): void {
  let start = -heldBytes;
  for (const end of ends) {
    if (end - start > maxBytes) throw eventTooLarge(`${maxBytes} bytes`);
    start = end;
  }
}

function joinHeld(held: readonly Uint8Array[], block: Uint8Array, complete: boolean): Uint8Array {
  if (!complete || held.length === 0) return block;
  const bytes = new Uint8Array(held.reduce((sum, { length }) => sum + length, block.length));
  let offset = 0;
  for (const piece of [...held, block]) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

const space = 0x20;
const dataName = [0x64, 0x61, 0x74, 0x61, 0x3a];

/** The data of a whole frame at its own offsets: a copy in which all other bytes are spaces. */
export function dataOfFrame(frame: Uint8Array): Uint8Array {
  const data = new Uint8Array(frame);
  let start = 0;
  while (start < frame.length) {
    // A byte order mark belongs to the first line of a stream, but some readers skip it before any line.
    const line = frame[start] === 0xef ? start + 3 : start;
    const end = findLineEnd(frame, line);
    const isData = dataName.every((byte, index) => frame[line + index] === byte);
    data.fill(space, start, isData ? line + dataName.length : end);
    data.fill(space, end, end + 1);
    start = end + 1;
  }
  return data;
}

/** The fields of an event as far as its lines have been read. */
export interface EventFields {
  event?: string;
  data?: string;
}

/** The event of a whole frame; `undefined` for comments and frames without data. */
export function readFrame(frame: string): DecodedEvent | undefined {
  const fields: EventFields = {};
  for (const line of splitLines(frame)) addLine(fields, line);
  return toEvent(fields);
}

/**
 * Splits a text at its line ends: LF, CR or both. Splitting by one character is several times as
 * fast as by a pattern, and nearly every service sends LF alone.
 */
export function splitLines(text: string): readonly string[] {
  return text.includes("\r") ? text.split(/\r\n|\r|\n/) : text.split("\n");
}

/** Adds what a line says to the fields of its event. Lines of other fields and comments add nothing. */
export function addLine(fields: EventFields, line: string): void {
  if (line.startsWith("data")) {
    const value = fieldValue(line, "data");
    if (value === undefined) return;
    fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  } else if (line.startsWith("event")) {
    const value = fieldValue(line, "event");
    if (value !== undefined) fields.event = value;
  }
}

/** The event of these fields; `undefined` without data. */
export function toEvent({ event, data }: EventFields): DecodedEvent | undefined {
  return data === undefined ? undefined : { event: event || undefined, data };
}

/** The value of a line of this field; one space after the colon belongs to the notation. */
function fieldValue(line: string, field: string): string | undefined {
  if (line.length === field.length) return "";
  if (line[field.length] !== ":") return undefined;
  return line.slice(field.length + (line[field.length + 1] === " " ? 2 : 1));
}
