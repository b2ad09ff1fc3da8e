/**
 * The text in lower case, and with the letters of base64 in place of those that base64url has instead:
 * texts that differ only in these are equal when both are folded.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll("-", "+").replaceAll("_", "/");
}

/** What becomes of the 128 characters of ASCII. */
const folded = Uint8Array.from({ length: 128 }, (_, code) =>
  fold(String.fromCharCode(code)).charCodeAt(0),
);

/** A character folded, as a number of 7 bits. Beyond ASCII several characters have the same one. */
export function foldCode(code: number): number {
  return folded[code & 127] ?? 0;
}
