import type { Steps } from "../conversation/steps.js";
import {
  createPieces,
  endFrame,
  type Frame,
  finish,
  type ParsedJson,
  parseFrames,
  passComma,
  toFrame,
} from "./pieces.js";
import {
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
  skipString,
} from "./tokens.js";

/** How a text is parsed. */
export interface ParseOptions {
  /** Decodes the bytes of one piece. @default a decoder that refuses bytes which are not UTF-8 */
  readonly decoder?: TextDecoder;
  /** Parses one piece, which is JSON itself. @default JSON.parse */
  readonly parse?: (text: string) => unknown;
  /**
   * Bytes that are parsed in one step: at most about a millisecond's work.
   * @default 16_384
   */
  readonly stepBytes?: number;
}

/** No byte order mark is removed, because a piece may begin anywhere. */
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses like `JSON.parse`, but a large text in pieces with a step for each: a piece is a row of whole
 * elements of one list, or members of one object, and the native parser parses it. A text that is
 * smaller than a piece is parsed by it at once.
 * @param bytes without a byte order mark
 * @throws JsonError, or what `parse` throws that is no SyntaxError
 */
export function* parseInSteps(
  bytes: Uint8Array,
  { decoder = strictDecoder, parse = JSON.parse, stepBytes = 16 * 1024 }: ParseOptions = {},
): Steps<ParsedJson> {
  const pieces = createPieces(bytes, decoder, parse);
  const frames: Frame[] = [];
  let parsedUntil = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      index = skipString(bytes, index) - 1;
    } else if (byte === comma) {
      passComma(pieces, frames.at(-1), index);
    } else if (byte === openBrace || byte === openBracket) {
      frames.push(toFrame(index, byte === openBrace));
    } else if (byte === closeBrace || byte === closeBracket) {
      endFrame(pieces, frames.pop(), frames.at(-1), index);
    }
    if (index - parsedUntil < stepBytes) continue;
    parseFrames(pieces, frames);
    parsedUntil = index;
    yield;
  }
  return finish(pieces, frames);
}
