/**
 * JSON as PostgreSQL can hold it. Its texts take neither U+0000 nor half of a surrogate pair, which
 * JavaScript's do: such a character is written as U+001A (substitute) and its four hexadecimal
 * digits, and so is U+001A itself. `fromJsonText` turns them back, so that no string is refused and
 * every one comes back as it was.
 */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replace(escapes, (found, digits?: string) =>
    digits === undefined ? found : `\\u001a${digits}`,
  );
}

/** Every escape of a JSON text, so that an escaped backslash is never mistaken for the head of an escape. */
const escapes = /\\(?:u(0000|001a|d[89a-f][0-9a-f]{2})|.)/g;

/** A value that `toJsonText` wrote. */
export function fromJsonText(text: string): unknown {
  return JSON.parse(
    text.replace(substitutes, (found, digits?: string) =>
      digits === undefined ? found : `\\u${digits}`,
    ),
  );
}

const substitutes = /\\(?:u001a([0-9a-f]{4})|.)/g;
