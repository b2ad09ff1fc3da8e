import { JsonError } from "../json-error.js";
import { isDigit, isPlainNumber, skipDigits, skipNumber } from "../numbers.js";
import { closeBrace, comma, quote } from "../tokens.js";
import { hashName } from "./hash-name.js";
import { assertBlank, isBlank, type PieceSource, parsePiece, syntaxError } from "./parse-piece.js";

/** A parsed JSON text. */
export interface ParsedJson {
  readonly value: unknown;
  /** Whether a name is repeated in one of its objects. The parser keeps the last member with that name. */
  readonly repeatsNames: boolean;
  /** Whether a number is out of range. The native parser gives `Infinity` for it. */
  readonly holdsInfinity: boolean;
  /**
   * Whether JavaScript spells each of its numbers as the text does, and keeps the order of all names.
   * `false` where a look at the text does not show it.
   */
  readonly isExact: boolean;
}

/** A text that is parsed in pieces. */
export interface Pieces extends PieceSource {
  /** What has begun and not ended, from the outermost to the innermost. */
  readonly frames: Frame[];
  /** The values so far. */
  values: number;
  /** The hashes of all names so far, if there is a limit for them. */
  readonly names: Set<number>;
  readonly seed: number;
  /** The members so far, as they are written. */
  written: number;
  /** The members of all objects that were parsed, without those that others have replaced. */
  kept: number;
  /** Whether a number that was parsed is out of range. */
  holdsInfinity: boolean;
  /** Whether JavaScript plainly writes everything so far as it was written. */
  isExact: boolean;
  /** The outermost value, once a piece of it was parsed. */
  root: Container | undefined;
  /** The first byte after the outermost value. */
  end: number;
}

/** An object or a list that has begun and not ended. */
interface Frame {
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
  /** All commas between its elements. */
  commas: number;
}

type Container = Record<string, unknown> | unknown[];

/** Begins to parse a text. */
export function createPieces(source: PieceSource): Pieces {
  return {
    ...source,
    frames: [],
    values: 0,
    names: new Set(),
    seed: Math.floor(Math.random() * 2 ** 32),
    written: 0,
    kept: 0,
    holdsInfinity: false,
    isExact: true,
    root: undefined,
    end: 0,
  };
}

/** Passes the colon behind a name, which begins at an offset. @throws JsonError above a limit */
export function passColon(pieces: Pieces, name: number): void {
  const { bytes, names, seed, limits } = pieces;
  if (limits.jsonNames !== undefined) {
    names.add(hashName(bytes, name, seed));
    if (names.size > limits.jsonNames) throw new JsonError("jsonNames");
  }
  pieces.written += 1;
  if (isDigit(bytes[name + 1]) && bytes[skipDigits(bytes, name + 1)] === quote) {
    pieces.isExact = false;
  }
}

/** Passes a number. @returns the offset after it */
export function passNumber(pieces: Pieces, start: number): number {
  const end = skipNumber(pieces.bytes, start);
  pieces.isExact &&= isPlainNumber(pieces.bytes, start, end);
  return end;
}

/** Begins a list or an object. @throws JsonError above a limit */
export function beginFrame(pieces: Pieces, start: number, isObject: boolean): void {
  countValues(pieces, 2);
  const { frames, limits } = pieces;
  if (frames.length >= limits.jsonDepth) throw new JsonError("jsonDepth");
  frames.push({
    isObject,
    start,
    container: undefined,
    from: start + 1,
    after: "bracket",
    lastComma: -1,
    commas: 0,
  });
}

/** A comma counts for the element behind it, an opening bracket for the container and its first element. */
function countValues(pieces: Pieces, count: number): void {
  pieces.values += count;
  if (pieces.values > pieces.limits.jsonValues) throw new JsonError("jsonValues");
}

/** Takes note of a comma between two elements. @throws JsonError above a limit */
export function passComma(pieces: Pieces, index: number): void {
  countValues(pieces, 1);
  const frame = pieces.frames.at(-1);
  if (!frame) return;
  frame.commas += 1;
  if (frame.isObject && frame.commas >= pieces.limits.objectMembers) {
    throw new JsonError("objectMembers");
  }
  if (frame.after !== "frame") {
    frame.lastComma = index;
    return;
  }
  assertBlank(pieces, frame.from, index);
  frame.from = index + 1;
  frame.after = "comma";
}

/** Parses all whole elements of the open frames, from the outermost to the innermost. */
export function parseFrames(pieces: Pieces): void {
  const { frames } = pieces;
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
export function endFrame(pieces: Pieces, index: number): void {
  const frame = pieces.frames.pop();
  const outer = pieces.frames.at(-1);
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
      judgeValue(pieces, element);
      container.push(element);
    }
  } else if (container) {
    const members = parsePiece(pieces, from, to, "{", "}") as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      judgeValue(pieces, members[name]);
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
  if (!Object.hasOwn(container, name)) pieces.kept += 1;
  if (name !== "__proto__") container[name] = value;
  else defineMember(container, name, value);
}

function defineMember(container: object, name: string, value: unknown): void {
  const attributes = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(container, name, attributes);
}

/** The value of the whole text. @throws JsonError if something is missing, or follows */
export function finishPieces(pieces: Pieces): ParsedJson {
  const value = finishValue(pieces);
  const { kept, written, holdsInfinity, isExact } = pieces;
  return { value, repeatsNames: kept !== written, holdsInfinity, isExact };
}

function finishValue(pieces: Pieces): unknown {
  const { bytes, frames, root, end } = pieces;
  if (!root) {
    const value = parsePiece(pieces, 0, bytes.length, "", "");
    judgeValue(pieces, value);
    return value;
  }
  if (frames.length > 0) throw syntaxError(pieces, bytes.length);
  assertBlank(pieces, end, bytes.length);
  return root;
}

/** Counts the members of all objects in a parsed value, and looks at its numbers. */
function judgeValue(pieces: Pieces, value: unknown): void {
  if (typeof value === "number") pieces.holdsInfinity ||= !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (!Array.isArray(value)) pieces.kept += children.length;
  for (const child of children) judgeValue(pieces, child);
}
