import { runAtOnce } from "../runtime/steps.js";
import { unescapeInSteps } from "./unescape.js";

/** Shorter pieces of base64 and of hexadecimal digits are in many texts by chance. */
const shortestCode = 8;

/**
 * How a secret may be written, apart from upper and lower case and from escapes: searches look past both.
 * Codes are of its bytes in UTF-8.
 */
const spellings: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  asItIs: (secret) => [secret],
  // A secret that has escapes itself loses them with those around it.
  withoutEscapes: (secret) => [runAtOnce(unescapeInSteps(secret))?.text ?? secret],
  // A URL escapes bytes, which are characters of their own once they are not escaped.
  bytes: (secret) => [toBytes(secret)],
  hexadecimal: (secret) => onlyLong([toHexadecimal(toBytes(secret))]),
  base64: (secret) => onlyLong([0, 1, 2].map((shift) => toBase64(toBytes(secret), shift))),
};

/** Every spelling of a secret. */
export function spell(secret: string): readonly string[] {
  return Object.values(spellings).flatMap((write) => write(secret));
}

function onlyLong(codes: readonly string[]): readonly string[] {
  return codes.filter(({ length }) => length >= shortestCode);
}

/** A character for each byte. */
function toBytes(secret: string): string {
  return Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join("");
}

function toHexadecimal(bytes: string): string {
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/**
 * What base64 makes of bytes that stand `shift` places behind the beginning of a group of three, without
 * the characters at both ends that also depend on what is around the bytes.
 */
function toBase64(bytes: string, shift: number): string {
  const start = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  return btoa("\0".repeat(shift) + bytes).slice(start, end);
}
