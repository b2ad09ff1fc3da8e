/**
 * A text from elsewhere on one line: what is not printed, such as the characters that move a terminal's
 * cursor, becomes a space, and what is longer than `limit` characters is cut.
 */
export function toPlainLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  const plain = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return plain.length > limit ? `${plain.slice(0, limit)}…` : plain;
}
