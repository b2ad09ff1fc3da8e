import { eventTooLarge } from "./event-too-large.js";
import {
  carriageReturn,
  findBlankLines,
  findLastBlankLine,
  findLineEnd,
  type LineState,
  lineFeed,
} from "./line-ends.js";

/** Complete frames, one after another in a range of bytes. */
export interface Frames {
  /** The bytes, unchanged; they end where the last frame ends. */
  readonly bytes: Uint8Array;
  /** The offset after each frame. */
  readonly ends: readonly number[];
  /** The text of the bytes, if the splitter has it already; its lines end with LF alone. */
  readonly text?: string | undefined;
}

/** Splits an event stream between its frames; no byte is changed. */
export interface FrameSplitter {
  /**
   * The frames that became complete; there may be none.
   * @throws ServiceError `upstream_bad_response` for a frame above the limit
   */
  push(block: Uint8Array): Frames;
}

/** A stream while it is split. */
interface Splitting {
  readonly maxBytes: number;
  readonly line: LineState;
  /** The beginning of a frame, in pieces. */
  held: Uint8Array[];
  heldBytes: number;
  /** Whether all lines so far ended with LF alone, and no frame could be too large. */
  isPlain: boolean;
}

/**
 * A splitter for blocks that may begin and end anywhere. A frame includes its blank line; lines end
 * with LF, CR or both. Bytes after the last blank line are not a frame and are never returned.
 */
export function createFrameSplitter(maxBytes: number): FrameSplitter {
  const line = { isEmpty: true, afterReturn: false };
  const splitting: Splitting = { maxBytes, line, held: [], heldBytes: 0, isPlain: true };
  return { push: (block) => splitPlain(splitting, block) ?? splitAny(splitting, block) };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Splits the text of a block whose lines end with LF alone, as those of nearly all services do: texts
 * are searched many times as fast as bytes. The offsets in the bytes are found if they are asked for.
 */
function splitPlain(splitting: Splitting, block: Uint8Array): Frames | undefined {
  const { line, heldBytes, maxBytes } = splitting;
  if (!splitting.isPlain) return undefined;
  const whole = findLastBlankLine(line, block);
  const bytes = joinHeld(splitting.held, block.subarray(0, whole), whole > 0);
  const text = decoder.decode(bytes);
  const hasReturn = text.includes("\r") || block.subarray(whole).includes(carriageReturn);
  splitting.isPlain = !hasReturn && heldBytes + block.length <= maxBytes;
  if (!splitting.isPlain) return undefined;
  hold(splitting, block, whole);
  if (block.length > 0) line.isEmpty = block[block.length - 1] === lineFeed;
  return new PlainFrames(bytes, text);
}

/** Frames whose lines end with LF alone. */
class PlainFrames implements Frames {
  readonly bytes: Uint8Array;
  readonly text: string;
  #ends: number[] | undefined;

  constructor(bytes: Uint8Array, text: string) {
    this.bytes = bytes;
    this.text = text;
  }

  get ends(): readonly number[] {
    this.#ends ??= findBlankLines({ isEmpty: true, afterReturn: false }, this.bytes);
    return this.#ends;
  }
}

/** Where the frame ends that begins at this offset of a text whose lines end with LF alone. */
export function endOfFrame(text: string, start: number): number {
  return text.charCodeAt(start) === lineFeed ? start + 1 : text.indexOf("\n\n", start) + 2;
}

function splitAny(splitting: Splitting, block: Uint8Array): Frames {
  const { line, held, heldBytes, maxBytes } = splitting;
  const ends = findBlankLines(line, block);
  const whole = ends.at(-1) ?? 0;
  assertWithinLimit([...ends, block.length], heldBytes, maxBytes);
  const bytes = joinHeld(held, block.subarray(0, whole), whole > 0);
  hold(splitting, block, whole);
  return { bytes, ends: heldBytes === 0 ? ends : ends.map((end) => end + heldBytes) };
}

/** Keeps what follows the last frame. */
function hold(splitting: Splitting, block: Uint8Array, whole: number): void {
  if (whole > 0) {
    splitting.held = [];
    splitting.heldBytes = 0;
  }
  // A copy, because a view of a few bytes would keep the whole block for a slow reader.
  if (whole < block.length) splitting.held.push(new Uint8Array(block.subarray(whole)));
  splitting.heldBytes += block.length - whole;
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
