import { endOfFrame, type Frames } from "./frames.js";

/** Reads the texts of frames, from the first to the last. */
export class FrameTexts {
  readonly #frames: Frames;
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
    const start = this.offset;
    this.skip(1, endOfFrame(text, start));
    const isMarked = text.charCodeAt(start) === byteOrderMark;
    return text.slice(isMarked ? start + 1 : start, this.offset);
  }

  /** Skips so many frames, up to this offset of the text of all. */
  skip(count: number, end: number): void {
    this.count += count;
    this.offset = end;
    this.isOver = end === this.#frames.text?.length;
  }

  #decode(): string {
    const { bytes, ends } = this.#frames;
    const start = ends[this.count - 1] ?? 0;
    this.count += 1;
    this.isOver = this.count === ends.length;
    return decoder.decode(bytes.subarray(start, ends[this.count - 1]));
  }
}

const byteOrderMark = 0xfeff;
const decoder = new TextDecoder();
