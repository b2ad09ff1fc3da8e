const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Digits up to which no two numbers are the same in JavaScript. */
const exactDigits = 15;

/** Digits behind the point up to which JavaScript writes no exponent. */
const exactDecimals = 6;

/** The most characters that JavaScript writes for a number: `-1.2345678901234567e+308`. */
const longestWritten = 24;

/** Whether JavaScript spells a JSON number differently, or holds another one in its place. */
export function isRespelled(number: string): boolean {
  return number.length > longestWritten || String(Number(number)) !== number;
}

/** Whether a character or byte is a digit. */
export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

/** Whether a character or byte outside of strings begins a number. */
export function beginsNumber(code: number | undefined): boolean {
  return code === minus || isDigit(code);
}

/** The offset after the number that begins at an offset. */
export function skipNumber(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (isInNumber(bytes[end])) end++;
  return end;
}

/** Digits, signs, points, and `e` in both cases. */
function isInNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === point || byte === 0x65 || byte === 0x45 || isSign(byte);
}

function isSign(byte: number | undefined): boolean {
  return byte === minus || byte === 0x2b;
}

/**
 * Whether the number between two offsets plainly is what JavaScript writes: a whole one or a fraction of
 * a few digits. Nothing is converted, since a text may hold a million numbers.
 */
export function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === minus ? start + 1 : start;
  const whole = skipDigits(bytes, first);
  if (whole === end)
    return end - first <= exactDigits && (first === start || bytes[first] !== zero);
  const isFraction = bytes[whole] === point && skipDigits(bytes, whole + 1) === end;
  if (!isFraction || end - first > exactDigits + 1 || bytes[end - 1] === zero) return false;
  const isNearZero = bytes[first] === zero && bytes[whole + 1] === zero;
  return !isNearZero || end - whole - 1 <= exactDecimals;
}

/** The text of the number between two offsets, if JavaScript would write it differently. */
export function readRespelled(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (isPlainNumber(bytes, start, end)) return undefined;
  if (end - start > longestWritten) return decoder.decode(bytes.subarray(start, end));
  // Most numbers are short, and a decoder takes longer to begin than this takes in all.
  let text = "";
  for (let index = start; index < end; index++) text += String.fromCharCode(bytes[index] ?? 0);
  return isRespelled(text) ? text : undefined;
}

const decoder = new TextDecoder();

/** The offset of the first byte from an offset on that is no digit. */
export function skipDigits(bytes: Uint8Array, start: number): number {
  let index = start;
  while (isDigit(bytes[index])) index++;
  return index;
}
