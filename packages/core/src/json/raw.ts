/**
 * JSON that must not be parsed and written anew, because JavaScript would change it: large numbers,
 * number spellings, integer-like keys.
 */
export class RawJson {
  /** @param text valid JSON */
  constructor(readonly text: string) {}
}

/**
 * A value for a JSON text that writes back as the same text: the parsed value where nothing is lost
 * by it, else the text itself. White space between tokens is not kept.
 * @throws SyntaxError if the text is not JSON
 */
export function fromJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const compact = compactJson(text);
  return JSON.stringify(value) === compact ? value : new RawJson(compact);
}

/** A JSON text without the white space between its tokens. */
export function compactJson(text: string): string {
  return text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, (_match, string?: string) => string ?? "");
}

/** Writes a value that may hold raw JSON anywhere. */
export function encodeJson(value: unknown): string {
  return hasRaw(value) ? write(value) : JSON.stringify(value);
}

function hasRaw(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof RawJson) return true;
  return Array.isArray(value) ? value.some(hasRaw) : Object.values(value).some(hasRaw);
}

function write(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
  return `{${members.join(",")}}`;
}
