/**
 * What a terminal would obey, or what would change how other characters are shown: control characters but
 * the line break, controls of writing direction, and separators of lines and paragraphs.
 */
const unprintable = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * A text that somebody else wrote, on one line: each run of spaces, line breaks and characters without a
 * shape of their own becomes one space, and what is longer than `limit` characters is cut and ends in `…`.
 */
export function toPlainLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  const plain = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return plain.length > limit ? `${plain.slice(0, limit)}…` : plain;
}

/** A text of several lines: whatever a terminal would obey becomes `�`. Line breaks and spaces stay. */
export function toPlainText(text: string): string {
  return text.replace(unprintable, "\ufffd");
}

/** The same JSON, in which all that a terminal would obey is escaped. */
export function toPlainJson(json: string): string {
  return json.replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
