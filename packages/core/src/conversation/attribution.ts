/** The beginning of the line with which a coding client tags each of its requests anew. */
export const attribution = "x-anthropic-billing-header";

/** A text that begins with that line, without it. */
export function withoutAttribution(text: string): string {
  return text.trimStart().replace(/^.*\n?/, "");
}
