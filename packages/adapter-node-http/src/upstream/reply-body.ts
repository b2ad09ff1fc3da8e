import type { ByteSource, MaybePromise } from "@diglot/core";

/** Bytes that a body holds for a reader that stalls before it pauses its connection. */
const heldBytes = 64 * 1024;

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
  /** Bytes that have not come yet; NaN if the upstream did not announce them. */
  #missing: number;
  #blocks: Uint8Array[] = [];
  #held = 0;
  #reader: Reader | undefined;
  #paused = false;
  #over = false;
  #failure: Error | undefined;

  constructor(flow: Flow, length: number) {
    this.#flow = flow;
    this.#missing = length;
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
    const wasOver = this.#over;
    this.end();
    if (!wasOver) this.#flow.cancel();
  }

  /** Takes a block from the connection. The chunks that came in one read are one block to the reader. */
  add(block: Uint8Array): void {
    if (this.#reader && this.#held === 0) queueMicrotask(this.#deliver);
    this.#blocks.push(block);
    this.#held += block.length;
    this.#missing -= block.length;
    // A body that has come whole could not end while it is paused.
    if (this.#held < heldBytes || this.#paused || this.#missing === 0) return;
    this.#paused = true;
    this.#flow.pause();
  }

  /** The body is complete. */
  end(): void {
    this.#over = true;
    if (this.#held === 0) this.#takeReader()?.resolve(undefined);
  }

  /** The body breaks off; what has come is still read. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#failure = error;
    if (this.#held === 0) this.#takeReader()?.reject(error);
  }

  readonly #deliver = (): void => {
    if (this.#held > 0) this.#takeReader()?.resolve(this.#takeBlocks());
  };

  #takeReader(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }

  #takeBlocks(): Uint8Array {
    const [first] = this.#blocks;
    const block = first && this.#blocks.length === 1 ? first : Buffer.concat(this.#blocks);
    this.#blocks = [];
    this.#held = 0;
    if (this.#paused) {
      this.#paused = false;
      if (!this.#over) this.#flow.resume();
    }
    return block;
  }
}
