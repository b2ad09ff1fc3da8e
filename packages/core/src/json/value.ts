/** Whether a value is an object with members, not a list and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else one without members. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A finite number, or a text that is one, as some servers write their counts. */
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

/** The value of a JSON text; `undefined`, which no JSON text means, if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
