/**
 * The one rule by which these models cut and count text: a token is a word of up to 12 characters
 * together with the white space after it; a longer word is several, and white space before the
 * first word is one of its own. The pieces of a text add up to the text.
 */
const wordCharacters = 12;

const rareSpaces: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** The pieces of a text, lazily, so that a long text is not held twice. */
export function* splitWords(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

/** The tokens of a text: how many pieces `splitWords` makes of it; 0 for an empty text. */
export function countWords(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at = pieceEnd(text, at)) count += 1;
  return count;
}

/** Where the piece ends that begins at `at`. A loop, because a pattern takes several times as long. */
function pieceEnd(text: string, at: number): number {
  let end = at;
  for (let taken = 0; taken < wordCharacters && end < text.length; taken++) {
    const unit = text.charCodeAt(end);
    if (isSpace(unit)) break;
    end += isPair(unit, text, end) ? 2 : 1;
  }
  while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether a unit is the first half of a character that has two. */
function isPair(unit: number, text: string, at: number): boolean {
  return (unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** White space as patterns know it (`\s`); nearly every character is decided by the first line. */
function isSpace(character: number): boolean {
  if (character <= 0x20) return character === 0x20 || (character >= 0x09 && character <= 0x0d);
  if (character < 0xa0) return false;
  return (character >= 0x2000 && character <= 0x200a) || rareSpaces.has(character);
}
