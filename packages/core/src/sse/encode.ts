/** Characters that are legal inside JSON, but end a line for readers that split text as Unicode says. */
const separators = /[\u2028\u2029]/g;

/** A value as JSON that is one line to every reader of event streams. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(separators, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/** What JSON or `toJsonLine` escapes, and surrogates, of which single ones are escaped. */
const special = /["\\]|[^ -\u2027\u202a-\ud7ff\ue000-\uffff]/;

/** A text as a JSON string, as `toJsonLine` writes it: most texts need nothing but quotes. */
export function toJsonString(text: string): string {
  return special.test(text) ? toJsonLine(text) : `"${text}"`;
}

/**
 * One server-sent event whose data is JSON. JSON text holds no raw line break, so it always fits in
 * one `data:` line; event names come from closed sets in the code.
 */
export function encodeJsonEvent(data: unknown, event?: string): string {
  const line = `data: ${toJsonLine(data)}\n\n`;
  return event === undefined ? line : `event: ${event}\n${line}`;
}

/** A comment, which every reader of event streams skips. `text` must hold no line break. */
export function encodeComment(text: string): string {
  return `: ${text}\n\n`;
}
