import { closeBrace, comma, isSpace } from "./tokens.js";

/** A parsed JSON text. */
export interface ParsedJson {
  readonly value: unknown;
  /** The members of all its objects. Of a repeated name the parser keeps one member. */
  readonly members: number;
}

/** A text that is not JSON. */
export class JsonError extends Error {
  /**
   * @param fault whether it is not even UTF-8
   * @param position the first character that does not fit, where it is known; the length of the text,
   * if more is missing
   */
  constructor(
    readonly fault: "encoding" | "syntax",
    readonly position: number | undefined,
  ) {
    super("The text is not JSON.");
  }
}

/** A text that is parsed in pieces. */
export interface Pieces {
  readonly bytes: Uint8Array;
  readonly decoder: TextDecoder;
  readonly parse: (text: string) => unknown;
  /** The outermost value, once a piece of it was parsed. */
  root: Container | undefined;
  /** The first byte after the outermost value. */
  end: number;
  /** The members of all objects so far. */
  members: number;
}

/** An object or a list that has begun and not ended. */
export interface Frame {
  readonly isObject: boolean;
  /** Its opening bracket. */
  readonly start: number;
  /** Its value, once a piece of it was parsed. */
  container: Container | undefined;
  /** The first byte that was not parsed. */
  from: number;
  /** What is before that byte: the opening bracket, a comma, or an element that was a frame itself. */
  after: "bracket" | "comma" | "frame";
  /** The last comma between elements that were not parsed; -1 if there is none. */
  lastComma: number;
}

type Container = Record<string, unknown> | unknown[];

/** Begins to parse a text. */
export function createPieces(
  bytes: Uint8Array,
  decoder: TextDecoder,
  parse: (text: string) => unknown,
): Pieces {
  return { bytes, decoder, parse, root: undefined, end: 0, members: 0 };
}

/** The frame that begins with a bracket. */
export function toFrame(start: number, isObject: boolean): Frame {
  return {
    isObject,
    start,
    container: undefined,
    from: start + 1,
    after: "bracket",
    lastComma: -1,
  };
}

/** Takes note of a comma between the elements of a frame. */
export function passComma(pieces: Pieces, frame: Frame | undefined, index: number): void {
  if (frame?.after !== "frame") {
    if (frame) frame.lastComma = index;
    return;
  }
  assertBlank(pieces, frame.from, index);
  frame.from = index + 1;
  frame.after = "comma";
}

/** Parses all whole elements of the open frames, from the outermost to the innermost. */
export function parseFrames(pieces: Pieces, frames: readonly Frame[]): void {
  frames.forEach((frame, depth) => {
    if (!frame.container) open(pieces, frame, frames[depth - 1]);
    if (frame.lastComma < 0) return;
    parseElements(pieces, frame, frame.lastComma);
    frame.from = frame.lastComma + 1;
    frame.after = "comma";
    frame.lastComma = -1;
  });
}

/** Gives a frame its value, as the next element of the frame around it. */
function open(pieces: Pieces, frame: Frame, outer: Frame | undefined): void {
  frame.container = frame.isObject ? {} : [];
  if (!outer?.container) {
    assertBlank(pieces, 0, frame.start);
    pieces.root = frame.container;
  } else if (outer.after === "frame") {
    throw syntaxError(pieces, outer.from);
  } else if (Array.isArray(outer.container)) {
    assertBlank(pieces, outer.from, frame.start);
    outer.container.push(frame.container);
  } else {
    setMember(pieces, outer.container, readName(pieces, outer.from, frame.start), frame.container);
  }
}

/** The name before a value. */
function readName(pieces: Pieces, from: number, to: number): string {
  const member = parsePiece(pieces, from, to, "{", "null}") as object;
  return Object.keys(member)[0] ?? "";
}

/** Ends a frame at its closing bracket. One without a value is a part of a piece of its outer frame. */
export function endFrame(
  pieces: Pieces,
  frame: Frame | undefined,
  outer: Frame | undefined,
  index: number,
): void {
  if (!frame?.container) return;
  if (frame.isObject !== (pieces.bytes[index] === closeBrace)) throw syntaxError(pieces, index);
  if (frame.after === "frame") assertBlank(pieces, frame.from, index);
  else parseElements(pieces, frame, index);
  if (!outer) {
    pieces.end = index + 1;
    return;
  }
  outer.from = index + 1;
  outer.after = "frame";
  outer.lastComma = -1;
}

/** Parses the elements of a frame up to a comma or its closing bracket. */
function parseElements(pieces: Pieces, { container, from, after }: Frame, to: number): void {
  if (isBlank(pieces.bytes, from, to)) {
    const isEmpty = after === "bracket" && pieces.bytes[to] !== comma;
    if (!isEmpty) throw syntaxError(pieces, to);
  } else if (Array.isArray(container)) {
    for (const element of parsePiece(pieces, from, to, "[", "]") as readonly unknown[]) {
      pieces.members += countMembers(element);
      container.push(element);
    }
  } else if (container) {
    const members = parsePiece(pieces, from, to, "{", "}") as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      pieces.members += countMembers(members[name]);
      setMember(pieces, container, name, members[name]);
    }
  }
}

/** A member that is called `__proto__` must not change the prototype. */
function setMember(
  pieces: Pieces,
  container: Record<string, unknown>,
  name: string,
  value: unknown,
): void {
  if (!Object.hasOwn(container, name)) pieces.members += 1;
  if (name !== "__proto__") container[name] = value;
  else defineMember(container, name, value);
}

function defineMember(container: object, name: string, value: unknown): void {
  const attributes = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(container, name, attributes);
}

/** The value of the whole text. @throws JsonError if something is missing, or follows */
export function finish(pieces: Pieces, frames: readonly Frame[]): ParsedJson {
  const { bytes, root, end } = pieces;
  if (!root) {
    const value = parsePiece(pieces, 0, bytes.length, "", "");
    return { value, members: countMembers(value) };
  }
  if (frames.length > 0) throw syntaxError(pieces, bytes.length);
  assertBlank(pieces, end, bytes.length);
  return { value: root, members: pieces.members };
}

/** The members of all objects in a parsed value. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const own = Array.isArray(value) ? 0 : children.length;
  return children.reduce<number>((count, child) => count + countMembers(child), own);
}

/** Parses a range of bytes between brackets. */
function parsePiece(
  pieces: Pieces,
  from: number,
  to: number,
  before: string,
  behind: string,
): unknown {
  const text = decode(pieces, from, to);
  try {
    return pieces.parse(before + text + behind);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = positionOf(error, text.length + before.length);
    if (position === undefined) throw new JsonError("syntax", undefined);
    const earlier = decode(pieces, 0, from).length;
    throw new JsonError("syntax", earlier + Math.min(position - before.length, text.length));
  }
}

/** Where the native parser has stopped. @param end where it stops if something is missing */
function positionOf({ message }: SyntaxError, end: number): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  return /end of JSON/i.test(message) ? end : undefined;
}

function decode({ bytes, decoder }: Pieces, from: number, to: number): string {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new JsonError("encoding", undefined);
  }
}

function syntaxError(pieces: Pieces, at: number): JsonError {
  return new JsonError("syntax", decode(pieces, 0, at).length);
}

function assertBlank(pieces: Pieces, from: number, to: number): void {
  const index = findNonSpace(pieces.bytes, from, to);
  if (index < to) throw syntaxError(pieces, index);
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  return findNonSpace(bytes, from, to) === to;
}

/** The first byte of a range that is not white space; the end of the range, if there is none. */
function findNonSpace(bytes: Uint8Array, from: number, to: number): number {
  let index = from;
  while (index < to && isSpace(bytes[index])) index++;
  return index;
}
