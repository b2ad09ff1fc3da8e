/** An escape: the character that it stands for, and how long it is. */
export interface Escape {
  readonly code: number;
  readonly length: number;
}

const percent = 0x25;
const ampersand = 0x26;
const backslash = 0x5c;
const lineFeed = 0x0a;
const smallU = 0x75;
const smallX = 0x78;
/** What makes a small letter of a capital. */
const toSmall = 0x20;

/** Whether an escape may begin with a character. */
export function beginsEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand;
}

/**
 * The escape of JSON, of a program, of a URL or of HTML at a place; `undefined` if there is none. One of
 * JSON that has no digits stands for the letter behind its backslash.
 */
export function readEscape(text: string, at: number): Escape | undefined {
  const first = text.charCodeAt(at);
  if (first === percent) return readDigits(text, at + 1, 2, 1);
  if (first !== backslash) return readReference(text, at);
  const next = text.charCodeAt(at + 1);
  const kind = next | toSmall;
  const unit = kind === smallU ? 4 : 2;
  const digits = kind === smallU || kind === smallX ? readDigits(text, at + 2, unit, 2) : undefined;
  if (digits) return digits;
  return Number.isNaN(next) || next === lineFeed ? undefined : { code: next, length: 2 };
}

/** @param before characters of the escape in front of its digits */
function readDigits(text: string, at: number, count: number, before: number): Escape | undefined {
  let code = 0;
  for (let index = at; index < at + count; index++) {
    const digit = hexadecimal[text.charCodeAt(index)] ?? -1;
    if (digit < 0) return undefined;
    code = code * 16 + digit;
  }
  return { code, length: before + count };
}

/** The values of the digits by their codes; -1 for all other characters. */
const hexadecimal = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = String.fromCharCode(code);
  return /[0-9a-f]/i.test(digit) ? Number.parseInt(digit, 16) : -1;
});

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/iy;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function readReference(text: string, at: number): Escape | undefined {
  reference.lastIndex = at;
  const [written, hex, decimal, name] = reference.exec(text) ?? [];
  if (written === undefined) return undefined;
  const { length } = written;
  if (name !== undefined) {
    return { code: (entities[name.toLowerCase()] ?? "").charCodeAt(0), length };
  }
  return { code: hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), length };
}
