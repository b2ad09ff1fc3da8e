/**
 * A script for the engine: plain data.
 *
 * Patterns are words with spaces between. `*` stands for any words or none, `+` for one or more,
 * `a|b` for one of several words, `@group` for a word of a group. The elements of a pattern are
 * numbered from 1; `$2` in an answer is what the second one matched, seen from the other side
 * ("my" for "your" and so on).
 */
export interface Script {
  /** Said to someone who has not said anything yet. */
  readonly hello: string;
  /** Words that are understood as other words before anything else is done. */
  readonly before: Readonly<Record<string, string>>;
  /** Words and pairs of words that change when they are said back. */
  readonly after: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly keywords: readonly Keyword[];
  /** What is kept of a sentence whose keyword is `keyword`, to be said when nothing else fits. */
  readonly memory: { readonly keyword: string; readonly rules: readonly Rule[] };
  /** A memory is said at every so many-th sentence, if that one has no keyword. */
  readonly recallEvery: number;
  /** Said when no keyword and no memory fits. */
  readonly fallback: Rule;
}

/** What to do about a word. */
export interface Keyword {
  /** The words that lead here; the first is the name for `continueWith`. */
  readonly words: readonly string[];
  /** Of several keywords in a sentence the one with the highest rank goes first. */
  readonly rank: number;
  /** Tried in order; the first whose pattern fits is used. */
  readonly rules: readonly Rule[];
}

/** A pattern and the answers to it, which take turns. */
export interface Rule {
  readonly pattern: string;
  readonly answers: readonly Answer[];
}

/** A sentence, the name of the keyword to go on with, or a step to the next keyword found. */
export type Answer = string | { readonly continueWith: string } | "$next";
