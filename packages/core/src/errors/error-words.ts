/**
 * The text of an error body that is in no known format: `{ detail }`, `{ message }`,
 * `{ error: "…" }`. Lists and objects become JSON; empty if the body says nothing.
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
