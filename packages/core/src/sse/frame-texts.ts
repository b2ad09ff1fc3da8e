import { endOfFrame, type Frames } from "./frames.js";

/** A range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads the texts of frames, from the first to the last. */
export class FrameTexts {
  readonly #frames: Frames;
  /** How many frames were read before the last step. */
  #before = 0;
  /** The offset of the last step in the text of all frames, if that is at hand. */
  #start = 0;
  /** How many frames were read. */
  count = 0;
  /** The offset of the next frame in the text of all, if that is at hand. */
  offset = 0;
  /** Whether all frames were read. */
  isOver: boolean;

  constructor(frames: Frames) {
    this.#frames = frames;
    this.isOver = frames.bytes.length === 0;
  }

  /** The text of the next frame, without a byte order mark; there must be one. */
  next(): string {
    const { text } = this.#frames;
    if (text === undefined) return this.#decode();
    this.skip(1, endOfFrame(text, this.offset));
    const isMarked = text.charCodeAt(this.#start) === byteOrderMark;
    return text.slice(isMarked ? this.#start + 1 : this.#start, this.offset);
  }

  /** Skips so many frames in one step, up to this offset of the text of all. */
  skip(count: number, end: number): void {
    this.#before = this.count;
    this.#start = this.offset;
    this.count += count;
    this.offset = end;
    this.isOver = end === this.#frames.text?.length;
  }

  /** Where the bytes are of what was read or skipped in the last step. */
  lastBytes(): ByteRange {
    const { bytes, text } = this.#frames;
    // Each character of an ASCII text is one byte.
    if (text?.length === bytes.length) return { start: this.#start, end: this.offset };
    const { ends } = this.#frames;
    return { start: ends[this.#before - 1] ?? 0, end: ends[this.count - 1] ?? 0 };
  }

  #decode(): string {
    const { bytes, ends } = this.#frames;
    this.#before = this.count;
    this.count += 1;
    this.isOver = this.count === ends.length;
    const { start, end } = this.lastBytes();
    return decoder.decode(bytes.subarray(start, end));
  }
}

const byteOrderMark = 0xfeff;
const decoder = new TextDecoder();
