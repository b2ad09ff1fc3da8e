import type { Form } from "./read-form.js";

const encoder = new TextEncoder();

/** The same bytes for all forms with the same parts, whatever their boundaries are. */
export function fingerprintOf({ bytes, parts }: Form): Uint8Array {
  const pieces = parts.flatMap(({ name, filename = null, contentType = null, start, end }) => [
    encoder.encode(`${JSON.stringify([name, filename, contentType, end - start])}\n`),
    bytes.subarray(start, end),
  ]);
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
