import { maxHeaderSize } from "node:http";
import { ChunkDecoder } from "./chunk-decoder.js";
import { invalidResponse } from "./errors.js";
import { type Framing, type ReplyHead, readHead } from "./read-head.js";

/** What a parser reports. */
export interface ReplySink {
  /** A final head; interim ones (1xx) are passed over. */
  onHead(head: ReplyHead): void;
  /** Bytes of the body, never none. */
  onBody(block: Buffer): void;
  /** The end of the body. */
  onEnd(): void;
}

/** Reads the answers that come over one connection, one after the other. */
export class ReplyParser {
  readonly #sink: ReplySink;
  /** The beginning of a head. */
  #begun: Buffer | undefined;
  /** How the current body ends; `undefined` while a head is read. */
  #framing: Framing | undefined;
  /** Bytes that are missing of a body with a length. */
  #left = 0;
  #chunks: ChunkDecoder | undefined;

  constructor(sink: ReplySink) {
    this.#sink = sink;
  }

  /**
   * Reads a block, whose bytes may be moved, up to the end of the answer.
   * @returns whether all bytes belong to the answer
   * @throws Error with the code of an invalid response
   */
  read(block: Buffer): boolean {
    let bytes = block;
    let at = 0;
    while (this.#framing === undefined) {
      bytes = this.#begun ? Buffer.concat([this.#begun, bytes.subarray(at)]) : bytes.subarray(at);
      at = this.#readHead(bytes);
      if (at === 0) return true;
    }
    return this.#readBody(bytes, at) === bytes.length;
  }

  /** The connection has been closed by the upstream. Returns whether that was the end of the body. */
  close(): boolean {
    if (this.#framing !== "close") return false;
    this.#end();
    return true;
  }

  /** Returns where the head ends; 0 if it has not come whole. */
  #readHead(bytes: Buffer): number {
    const end = bytes.indexOf("\r\n\r\n", 0, "latin1");
    if ((end < 0 ? bytes.length : end) > maxHeaderSize) throw invalidResponse("HEADER_OVERFLOW");
    this.#begun = end < 0 ? bytes : undefined;
    if (end < 0) {
      if (!couldBeHead(bytes)) throw invalidResponse("INVALID_CONSTANT");
      return 0;
    }
    const head = readHead(bytes.toString("latin1", 0, end));
    // After a switch of protocols there is no answer.
    if (head.status === 101) throw invalidResponse("NO_ANSWER");
    if (head.status >= 200) this.#begin(head);
    return end + 4;
  }

  #begin(head: ReplyHead): void {
    const { framing } = head;
    this.#framing = framing;
    if (framing === "chunked") this.#chunks = new ChunkDecoder();
    if (typeof framing === "number") this.#left = framing;
    this.#sink.onHead(head);
  }

  /** Returns where the body ends in this block, or the end of the block. */
  #readBody(bytes: Buffer, from: number): number {
    if (this.#chunks) return this.#readChunks(this.#chunks, bytes, from);
    const hasLength = this.#framing !== "close";
    const end = hasLength ? Math.min(bytes.length, from + this.#left) : bytes.length;
    this.#left -= end - from;
    this.#report(bytes, from, end);
    if (hasLength && this.#left === 0) this.#end();
    return end;
  }

  #readChunks(chunks: ChunkDecoder, bytes: Buffer, from: number): number {
    const { payloadEnd, stop } = chunks.decode(bytes, from);
    this.#report(bytes, from, payloadEnd);
    if (chunks.over) this.#end();
    return stop;
  }

  #report(bytes: Buffer, from: number, end: number): void {
    if (end > from) this.#sink.onBody(bytes.subarray(from, end));
  }

  #end(): void {
    this.#framing = undefined;
    this.#chunks = undefined;
    this.#left = 0;
    this.#sink.onEnd();
  }
}

/** Whether bytes without an empty line may become a head; what is no HTTP at all is refused at once. */
function couldBeHead(bytes: Buffer): boolean {
  return "HTTP/".startsWith(bytes.toString("latin1", 0, 5));
}
