import type { AttachedFiles, JsonObject } from "@diglot/core";
import type { Steps } from "@diglot/core/formats";
import { badForm } from "./faults.js";
import { mostHeadBytes, type PartHead, readPartHead } from "./part-head.js";
import { type BoundaryLine, scanBoundaries } from "./scan.js";

/** Parts of one form. */
const mostParts = 256;
/** Bytes of all text fields together. */
const mostTextBytes = 1024 * 1024;

/** A part of a form, and where its content is in the body. */
export interface Part extends PartHead {
  readonly start: number;
  readonly end: number;
}

/** A form, of which only text fields are decoded. */
export interface Form {
  readonly bytes: Uint8Array;
  readonly parts: readonly Part[];
  /** The text fields by their names, and of each file its name, type and size. */
  readonly fields: JsonObject;
  readonly attached: AttachedFiles;
}

const ascii = new TextEncoder();
const headText = new TextDecoder("utf-8");
const fieldText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Finds the parts of a form in its bytes. Files are neither copied nor decoded.
 * @throws ServiceError `bad_request`
 */
export function* readForm(bytes: Uint8Array, boundary: string): Steps<Form> {
  // Parts, the last boundary, and one more line to notice that there are too many.
  const lines = yield* scanBoundaries(bytes, ascii.encode(`--${boundary}`), mostParts + 2);
  checkLines(lines);
  const parts = lines.slice(0, -1).map((line, index) => {
    const next = lines[index + 1] as BoundaryLine;
    return readPart(bytes, { line, next, number: index + 1 });
  });
  return { bytes, parts, fields: toFields(bytes, parts), attached: attachedOf(parts) };
}

function checkLines(lines: readonly BoundaryLine[]): void {
  const [first] = lines;
  if (!first || first.start > 0) throw badForm("The form must begin with its boundary.");
  if (lines.length - 1 > mostParts) throw badForm(`The form has more than ${mostParts} parts.`);
  if (!lines.at(-1)?.isLast) throw badForm("The form is cut off: its last boundary is missing.");
}

/** A part between two boundaries. */
interface Place {
  readonly line: BoundaryLine;
  readonly next: BoundaryLine;
  readonly number: number;
}

function readPart(bytes: Uint8Array, { line, next, number }: Place): Part {
  const most = Math.min(next.start, line.end + mostHeadBytes);
  const headEnd = findHeadEnd(bytes, line.end, most);
  if (headEnd === undefined || headEnd + 4 > next.start)
    throw badForm(`Part ${number} of the form has no end of its headers.`);
  const head = readPartHead(headText.decode(bytes.subarray(line.end, headEnd)), number);
  return { ...head, start: headEnd + 4, end: next.start };
}

/** Where the empty line begins that ends a head. */
function findHeadEnd(bytes: Uint8Array, from: number, most: number): number | undefined {
  for (let at = from; at + 2 <= most; at++) {
    if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) continue;
    if (bytes[at + 2] === 0x0d && bytes[at + 3] === 0x0a) return at;
  }
  return undefined;
}

function toFields(bytes: Uint8Array, parts: readonly Part[]): JsonObject {
  // Without a prototype, a field named `__proto__` is a field like any other.
  const fields: Record<string, unknown> = Object.create(null);
  let left = mostTextBytes;
  for (const part of parts) {
    const value = part.filename === undefined ? readText(bytes, part, left) : describeFile(part);
    if (typeof value === "string") left -= part.end - part.start;
    addField(fields, part.name, value);
  }
  return fields;
}

function readText(bytes: Uint8Array, { name, start, end }: Part, left: number): string {
  if (end - start > left) {
    throw badForm(`'${name}' is too long: text fields have ${mostTextBytes} bytes at most.`, name);
  }
  try {
    return fieldText.decode(bytes.subarray(start, end));
  } catch {
    throw badForm(`'${name}' must be a file or text in UTF-8.`, name);
  }
}

function describeFile({ filename, contentType, start, end }: Part): JsonObject {
  return { filename, ...(contentType !== undefined && { contentType }), bytes: end - start };
}

/** A name that is repeated, or ends in brackets, stands for a list. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const key = name.replace(/\[\d*\]$/, "");
  const earlier = fields[key];
  const isOne = name === key && earlier === undefined && typeof value === "string";
  if (key === "model" && !isOne) {
    throw badForm("The form must have one field 'model', which is a text.", "model");
  }
  if (name === key && earlier === undefined) fields[key] = value;
  else fields[key] = [...(Array.isArray(earlier) ? earlier : toList(earlier)), value];
}

function toList(value: unknown): readonly unknown[] {
  return value === undefined ? [] : [value];
}

function attachedOf(parts: readonly Part[]): AttachedFiles {
  const files = parts.filter(({ filename }) => filename !== undefined);
  const images = files.filter(({ contentType = "" }) => /^image\//i.test(contentType)).length;
  const bytes = files.reduce((sum, { start, end }) => sum + end - start, 0);
  return { images, others: files.length - images, bytes };
}
