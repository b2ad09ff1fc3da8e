import type { TextMatcher } from "./matcher.js";

/** Whether a text holds the other one, or matches the pattern, whatever the flags of that. */
export function holdsText(text: string, wanted: TextMatcher): boolean {
  return typeof wanted === "string" ? text.includes(wanted) : text.search(wanted) >= 0;
}
