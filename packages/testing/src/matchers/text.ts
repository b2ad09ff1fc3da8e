import { clip } from "../common/clip.js";
import { holdsText } from "../fake/script/holds-text.js";
import type { TextMatcher } from "../fake/script/matcher.js";

/** Whether a name is the other one, or matches the pattern. */
export function isNamed(name: string, wanted: TextMatcher): boolean {
  return typeof wanted === "string" ? name === wanted : holdsText(name, wanted);
}

/** A text or a pattern in a sentence. */
export function quote(wanted: TextMatcher): string {
  return typeof wanted === "string" ? JSON.stringify(toBrief(wanted)) : String(wanted);
}

const mostCharacters = 200;

/** A text that is short enough for a list. */
export function toBrief(text: string): string {
  return clip(text, mostCharacters);
}

/** The candidate that is most like the text; of a pattern, the last one. Undefined without candidates. */
export function nearest(candidates: readonly string[], wanted: TextMatcher): string | undefined {
  if (typeof wanted !== "string") return candidates.at(-1);
  const likenesses = candidates.map((candidate) => likeness(candidate, wanted));
  return candidates[likenesses.indexOf(Math.max(...likenesses))];
}

/** A hint if one of the names is nearly the one wanted; else empty. */
export function didYouMean(names: readonly string[], wanted: string): string {
  const name = nearest(names, wanted);
  if (name === undefined || name === wanted || likeness(name, wanted) < 0.5) return "";
  return `\nDid you mean ${JSON.stringify(name)}?`;
}

/** How much two texts have in common, from 0 to 1: the share of their pairs of characters. */
function likeness(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)];
  if (ours.size + theirs.size === 0) return one === other ? 1 : 0;
  const common = [...ours].filter((pair) => theirs.has(pair)).length;
  return (2 * common) / (ours.size + theirs.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const pairs = Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) =>
    lower.slice(at, at + 2),
  );
  return new Set(pairs);
}
