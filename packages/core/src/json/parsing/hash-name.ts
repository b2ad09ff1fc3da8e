import { backslash, quote } from "../tokens.js";

/**
 * The hash of a name, by the bytes in which it is written (FNV-1a, 32 bits).
 * @param start its opening quote
 * @param seed another one for each text, so that nobody can choose names that have the same hash
 */
export function hashName(bytes: Uint8Array, start: number, seed: number): number {
  let hash = seed;
  for (let index = start + 1; index < bytes.length && bytes[index] !== quote; index++) {
    // An escaped quote does not end the name.
    if (bytes[index] === backslash) index += 1;
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  }
  return hash;
}
