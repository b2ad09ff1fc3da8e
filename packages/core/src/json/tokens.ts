/** The bytes that structure a JSON text. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const backslash = 0x5c;

/** Whether a byte is white space between tokens. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of a string that are looked at one by one before the native search, which is slow to begin. */
const nearBytes = 32;

/** The offset after the string that begins at `start`; after the end of the text if it stays open. */
export function skipString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  for (;;) {
    const near = Math.min(bytes.length, index + nearBytes);
    while (index < near) {
      if (bytes[index] === quote) return index + 1;
      index += bytes[index] === backslash ? 2 : 1;
    }
    const end = bytes.indexOf(quote, index);
    if (end < 0) return bytes.length + 1;
    if (!isEscaped(bytes, end, index)) return end + 1;
    index = end + 1;
  }
}

/** Whether there is an odd number of backslashes before an offset, not counting those before `from`. */
function isEscaped(bytes: Uint8Array, offset: number, from: number): boolean {
  let first = offset;
  while (first > from && bytes[first - 1] === backslash) first--;
  return (offset - first) % 2 === 1;
}

/** The bytes of a text without a byte order mark, which most parsers refuse. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}
