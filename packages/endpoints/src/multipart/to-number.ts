/** The number that a text field holds, or the value itself. */
export function toNumber(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}(?:\.\d{1,15})?$/.test(value)
    ? Number(value)
    : value;
}
