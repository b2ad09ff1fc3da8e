import type { Steps } from "../../runtime/steps.js";
import type { StructureLimits } from "../json-error.js";
import { beginsNumber } from "../numbers.js";
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
  skipString,
} from "../tokens.js";
import { parseAtOnce } from "./parse-at-once.js";
import {
  beginFrame,
  createPieces,
  endFrame,
  finishPieces,
  type ParsedJson,
  parseFrames,
  passColon,
  passComma,
  passNumber,
} from "./pieces.js";

/** How a text is parsed. */
export interface ParseOptions {
  /** @default no limits */
  readonly limits?: StructureLimits;
  /** Decodes the bytes of one piece. @default a decoder that refuses bytes which are not UTF-8 */
  readonly decoder?: TextDecoder;
  /** Parses one piece, which is JSON itself. @default JSON.parse */
  readonly parse?: (text: string) => unknown;
  /**
   * Bytes that are parsed in one step.
   * @default 16_384 for texts of more than 256 KiB, all for smaller ones
   */
  readonly stepBytes?: number;
}

/** Bytes of a text that is parsed at once. */
const small = 256 * 1024;
/** Bytes of a piece: at most about a millisecond's work. */
const pieceBytes = 16 * 1024;

const unlimited: StructureLimits = {
  jsonDepth: Number.POSITIVE_INFINITY,
  jsonValues: Number.POSITIVE_INFINITY,
  objectMembers: Number.POSITIVE_INFINITY,
};

/** No byte order mark is removed, because a piece may begin anywhere. */
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses like `JSON.parse`, but a large text in pieces with a step for each: a piece is a row of whole
 * elements of one list, or members of one object, and the native parser parses it. No piece is parsed
 * before its structure was judged: the native parser takes any text, but needs seconds and gigabytes
 * for millions of small values, and code that uses a deep result overflows the stack. A smaller text
 * is parsed at once, and its bytes are looked at only if something may be wrong with it.
 * @param bytes without a byte order mark
 * @throws JsonError, or what `parse` throws that is no SyntaxError
 */
export function* parseInSteps(bytes: Uint8Array, options: ParseOptions = {}): Steps<ParsedJson> {
  const { limits = unlimited, decoder = strictDecoder, parse = JSON.parse } = options;
  const { stepBytes = bytes.length > small ? pieceBytes : bytes.length } = options;
  if (options.stepBytes === undefined && bytes.length <= small) {
    const parsed = parseAtOnce(bytes, limits, decoder);
    if (parsed) return parsed;
  }
  const pieces = createPieces({ bytes, limits, decoder, parse });
  let parsedUntil = 0;
  let string = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      string = index;
      index = skipString(bytes, index) - 1;
    } else if (byte === comma) {
      passComma(pieces, index);
    } else if (byte === colon) {
      passColon(pieces, string);
    } else if (byte === openBrace || byte === openBracket) {
      beginFrame(pieces, index, byte === openBrace);
    } else if (byte === closeBrace || byte === closeBracket) {
      endFrame(pieces, index);
    } else if (beginsNumber(byte)) {
      index = passNumber(pieces, index) - 1;
    }
    if (index - parsedUntil < stepBytes) continue;
    parseFrames(pieces);
    parsedUntil = index;
    yield;
  }
  return finishPieces(pieces);
}
