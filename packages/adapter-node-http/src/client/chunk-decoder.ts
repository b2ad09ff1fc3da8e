import { validExtensions, validTrailer } from "../grammar.js";
import { invalidResponse } from "./errors.js";

/** What the next byte between two pieces of payload may be; `undefined` after the last byte. */
type Step = (decoder: ChunkDecoder, byte: number) => Step | undefined;

/** The most bytes of chunk extensions and of trailers of one body. */
const maxExtraBytes = 16 * 1024;

/** Digits of the size of a chunk; more could exceed what a number holds exactly. */
const maxSizeDigits = 13;

const semicolon = 0x3b;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Takes the chunks off a body. One decoder is for one body. */
export class ChunkDecoder {
  /** Bytes that are missing of the current chunk. */
  left = 0;
  size = 0;
  digits = 0;
  extraBytes = 0;
  /** The current line of extensions or of a trailer. */
  line = "";
  #step: Step | undefined = readSize;

  /** Whether the last chunk and its trailers have come. */
  get over(): boolean {
    return this.#step === undefined;
  }

  /**
   * Moves the payload of a block together, behind `from`, which costs no object for each chunk.
   * @returns where the payload ends, and where the decoder has stopped: at the end of the block, or of
   * the body
   * @throws Error with the code of an invalid response
   */
  decode(bytes: Buffer, from: number): { readonly payloadEnd: number; readonly stop: number } {
    let at = from;
    let payloadEnd = from;
    while (at < bytes.length && this.#step) {
      if (this.left > 0) {
        const end = Math.min(at + this.left, bytes.length);
        bytes.copyWithin(payloadEnd, at, end);
        payloadEnd += end - at;
        this.left -= end - at;
        at = end;
      } else {
        this.#step = this.#step(this, bytes[at] ?? 0);
        at += 1;
      }
    }
    return { payloadEnd, stop: at };
  }
}

function readSize(decoder: ChunkDecoder, byte: number): Step {
  const digit = hexDigit(byte);
  if (digit >= 0) {
    decoder.size = decoder.size * 16 + digit;
    decoder.digits += 1;
    if (decoder.digits > maxSizeDigits) throw invalidChunk();
    return readSize;
  }
  if (decoder.digits === 0) throw invalidChunk();
  if (byte === carriageReturn) return endSize;
  if (byte === semicolon) return readExtensions(decoder, byte);
  throw invalidChunk();
}

function readExtensions(decoder: ChunkDecoder, byte: number): Step {
  if (byte !== carriageReturn) return extendLine(decoder, byte, readExtensions);
  endLine(decoder, validExtensions);
  return endSize;
}

function endSize(decoder: ChunkDecoder, byte: number): Step {
  expectByte(byte, lineFeed);
  const { size } = decoder;
  decoder.left = size;
  decoder.size = 0;
  decoder.digits = 0;
  return size === 0 ? beginTrailer : endChunk;
}

function endChunk(_decoder: ChunkDecoder, byte: number): Step {
  expectByte(byte, carriageReturn);
  return endChunkLine;
}

function endChunkLine(_decoder: ChunkDecoder, byte: number): Step {
  expectByte(byte, lineFeed);
  return readSize;
}

function beginTrailer(decoder: ChunkDecoder, byte: number): Step {
  return byte === carriageReturn ? endBody : readTrailer(decoder, byte);
}

function readTrailer(decoder: ChunkDecoder, byte: number): Step {
  if (byte !== carriageReturn) return extendLine(decoder, byte, readTrailer);
  endLine(decoder, validTrailer);
  return endTrailer;
}

function endTrailer(_decoder: ChunkDecoder, byte: number): Step {
  expectByte(byte, lineFeed);
  return beginTrailer;
}

function endBody(_decoder: ChunkDecoder, byte: number): undefined {
  expectByte(byte, lineFeed);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function expectByte(byte: number, expected: number): void {
  if (byte !== expected) throw invalidChunk();
}

function extendLine(decoder: ChunkDecoder, byte: number, next: Step): Step {
  decoder.extraBytes += 1;
  if (decoder.extraBytes > maxExtraBytes) throw invalidChunk();
  decoder.line += String.fromCharCode(byte);
  return next;
}

/** Extensions and trailers are not used, but what is none would be read differently by others. */
function endLine(decoder: ChunkDecoder, valid: RegExp): void {
  if (!valid.test(decoder.line)) throw invalidChunk();
  decoder.line = "";
}

function invalidChunk(): Error {
  return invalidResponse("INVALID_CHUNK");
}
