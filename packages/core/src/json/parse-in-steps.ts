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

/** Bytes that are parsed in one step: about a millisecond's work, for texts that take longest. */
const stepBytes = 16 * 1024;

/**
 * Parses like `JSON.parse`, but a large text in pieces with a step for each: a piece is a row of whole
 * elements of one list, or members of one object, and the native parser parses it. A text that is
 * smaller than a piece is parsed by it at once.
 * @param bytes without a byte order mark
 * @param parse parses one piece, which is JSON itself
 * @throws JsonError, or what `parse` throws that is no SyntaxError
 */
export function* parseInSteps(
  bytes: Uint8Array,
  parse: (text: string) => unknown = JSON.parse,
): Steps<ParsedJson> {
  const pieces = createPieces(bytes, parse);
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
