import { joinBytes } from "../json/spans.js";

/** Chunks of at least this size are kept as they are; smaller ones are copied into blocks. */
const largeChunk = 16 * 1024;
const blockBytes = 64 * 1024;
const nothing = new Uint8Array(0);

/** Collects the chunks of a body. However small they are, only a few arrays are kept. */
export class ByteCollector {
  /** The bytes so far. */
  length = 0;
  readonly #blocks: Uint8Array[] = [];
  /** The block of small chunks, and how many of its bytes are used. */
  #block = nothing;
  #used = 0;

  add(chunk: Uint8Array): void {
    const isFirst = this.length === 0;
    this.length += chunk.length;
    if (isFirst || chunk.length >= largeChunk) {
      this.#closeBlock();
      this.#blocks.push(chunk);
      return;
    }
    if (this.#used + chunk.length > this.#block.length) {
      this.#closeBlock();
      this.#block = new Uint8Array(blockBytes);
    }
    this.#block.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  /** All bytes in one array; a body of one chunk is that chunk. */
  join(): Uint8Array {
    this.#closeBlock();
    const [first] = this.#blocks;
    return first && this.#blocks.length === 1 ? first : joinBytes(this.#blocks);
  }

  #closeBlock(): void {
    if (this.#used > 0) this.#blocks.push(this.#block.subarray(0, this.#used));
    this.#block = nothing;
    this.#used = 0;
  }
}
