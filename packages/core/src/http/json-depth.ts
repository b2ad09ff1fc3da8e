const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Whether JSON text is nested deeper than a limit, found in one pass over the bytes. The parser
 * accepts any depth, but code that uses the result would overflow the stack.
 */
export function findTooDeep(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) {
      inString = true;
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
    }
  }
  return false;
}
