/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty object. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A finite number, also if it is written as a string, as some servers write their counts. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Whether a value is a whole number above zero. */
export function isPositiveInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** The text of a JSON string, its escapes decoded; unchanged if it is not a JSON string. */
export function unescapeJson(inner: string): string {
  if (!inner.includes("\\")) return inner;
  const text = parseJson(`"${inner}"`);
  return typeof text === "string" ? text : inner;
}

/**
 * The value of a JSON text, or `undefined` if the text is not JSON. No JSON text has that value.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
