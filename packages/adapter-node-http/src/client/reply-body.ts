import type { ByteSource, MaybePromise } from "@diglot/core";

/** Bytes that a body holds for a reader that stalls before it pauses its connection. */
const heldBytes = 16 * 1024;

/** The connection below a body. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Ends the body before its end, and the connection with it. */
  cancel(): void;
}

interface Reader {
  resolve(block: Uint8Array | undefined): void;
  reject(error: Error): void;
}

/** A body that is read when somebody asks; what has come since the last time is one block. */
export class ReplyBody implements ByteSource {
  readonly #flow: Flow;
  #blocks: Buffer[] = [];
  #held = 0;
  #reader: Reader | undefined;
  #paused = false;
  #over = false;
  #failure: Error | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  read(): MaybePromise<Uint8Array | undefined> {
    if (this.#held > 0) return this.#takeBlocks();
    if (this.#failure) throw this.#failure;
    if (this.#over) return undefined;
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  async cancel(): Promise<void> {
    this.#blocks = [];
    this.#held = 0;
    if (!this.#over) this.#flow.cancel();
    this.end();
  }

  /** Takes a block from the connection. */
  add(block: Buffer): void {
    const reader = this.#takeReader();
    if (reader) reader.resolve(block);
    else this.#hold(block);
  }

  #hold(block: Buffer): void {
    this.#blocks.push(block);
    this.#held += block.length;
    if (this.#held < heldBytes || this.#paused) return;
    this.#paused = true;
    this.#flow.pause();
  }

  /** The body is complete. */
  end(): void {
    this.#over = true;
    this.#takeReader()?.resolve(undefined);
  }

  /** The body breaks off; what has come is still read. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    const reader = this.#takeReader();
    if (reader) reader.reject(error);
    this.#failure = error;
  }

  #takeReader(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }

  #takeBlocks(): Buffer {
    const [first] = this.#blocks;
    const block = first && this.#blocks.length === 1 ? first : Buffer.concat(this.#blocks);
    this.#blocks = [];
    this.#held = 0;
    if (this.#paused && !this.#over) this.#flow.resume();
    this.#paused = false;
    return block;
  }
}
