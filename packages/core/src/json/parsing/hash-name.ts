import { backslash, quote } from "../tokens.js";

/**
 * The hash of a name, by the bytes in which it is written (FNV-1a, 32 bits).
 * @param start its opening quote
 */
export function hashName(bytes: Uint8Array, start: number): number {
  let hash = 0x811c9dc5;
  for (let index = start + 1; index < bytes.length && bytes[index] !== quote; index++) {
    // An escaped quote does not end the name.
    if (bytes[index] === backslash) index += 1;
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  }
  return hash;
}
