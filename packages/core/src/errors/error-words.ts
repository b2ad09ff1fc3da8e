/**
 * What an error body says outside the envelope of any format: `{ detail }`, `{ message }`,
 * `{ error: "…" }`. Lists and objects are told as JSON; empty: it says nothing.
 */
export function readErrorWords(body: Readonly<Record<string, unknown>>): string {
  const { message, detail, error } = body;
  return [message, detail, error]
    .map(toWords)
    .filter((words) => words !== "")
    .join(" ");
}

function toWords(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : "";
}
