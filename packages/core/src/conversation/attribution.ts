/** The beginning of the line with which a coding client tags each of its requests anew. */
const beginning = "x-anthropic-billing-header";

/** A text of instructions without the line that tags the request; `undefined` if it has none. */
export function withoutAttribution(text: string): string | undefined {
  const trimmed = text.trimStart();
  return trimmed.startsWith(beginning) ? trimmed.replace(/^.*\n?/, "") : undefined;
}
