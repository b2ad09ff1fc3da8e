import { JsonError, type StructureLimits } from "../json-error.js";
import { isSpace } from "../tokens.js";

/** A text whose pieces are parsed one by one. */
export interface PieceSource {
  readonly bytes: Uint8Array;
  readonly limits: StructureLimits;
  readonly decoder: TextDecoder;
  readonly parse: (text: string) => unknown;
}

/**
 * Parses a range of bytes between brackets.
 * @throws JsonError, whose position is one of the whole text
 */
export function parsePiece(
  source: PieceSource,
  from: number,
  to: number,
  before: string,
  behind: string,
): unknown {
  const text = decode(source, from, to);
  try {
    return source.parse(before + text + behind);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = positionOf(error, text.length + before.length);
    if (position === undefined) throw new JsonError("syntax");
    const earlier = decode(source, 0, from).length;
    throw new JsonError("syntax", earlier + Math.min(position - before.length, text.length));
  }
}

/** Where the native parser has stopped. @param end where it stops if something is missing */
function positionOf({ message }: SyntaxError, end: number): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  return /end of JSON/i.test(message) ? end : undefined;
}

function decode({ bytes, decoder }: PieceSource, from: number, to: number): string {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new JsonError("encoding");
  }
}

/** The error of a text that is no JSON from an offset on. */
export function syntaxError(source: PieceSource, at: number): JsonError {
  return new JsonError("syntax", decode(source, 0, at).length);
}

/** Makes sure that a range is white space. @throws JsonError */
export function assertBlank(source: PieceSource, from: number, to: number): void {
  const index = findNonSpace(source.bytes, from, to);
  if (index < to) throw syntaxError(source, index);
}

/** Whether a range is white space. */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  return findNonSpace(bytes, from, to) === to;
}

/** The first byte of a range that is not white space; the end of the range, if there is none. */
function findNonSpace(bytes: Uint8Array, from: number, to: number): number {
  let index = from;
  while (index < to && isSpace(bytes[index])) index++;
  return index;
}
