/** What an error body says, with a space before it; nothing for another body. Both formats have these members. */
export function describeError(body: unknown): string {
  const { error } = toObject(body);
  const { type, message } = toObject(error);
  return typeof message === "string" ? ` ${String(type)}: ${message}` : "";
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
