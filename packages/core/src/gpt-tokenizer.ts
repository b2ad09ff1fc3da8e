import { countTokens as countExactly } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "./conversation/usage/estimate.js";

/** A run of letters, of signs or of white space that is longer than any word takes too long to count. */
const longRun = /[\p{L}\p{M}]{257,}|[^\s\p{L}\p{M}\p{N}]{257,}|\s{257,}/gu;

/** The most characters of one text that are counted. */
const mostCharacters = 262_144;

/** The names of special tokens are ordinary text when a caller writes them. */
const asText = { disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text with the o200k_base vocabulary. Needs the package
 * `gpt-tokenizer`, whose tables take about 60 MB of memory. To be passed as the option
 * `countTokens` of a model.
 *
 * Exact for ordinary text. Runs of more than 256 letters, signs or blanks, and what follows the
 * first 262,144 characters, count as a quarter of their bytes: the time for one run grows with the
 * square of its length, so 100 KB of one letter would block the process for seconds.
 */
export function countTokens(text: string): number {
  const counted = text.slice(0, mostCharacters);
  let tokens = estimateTokens(text.slice(mostCharacters));
  let position = 0;
  for (const { 0: run, index } of counted.matchAll(longRun)) {
    tokens += countExactly(counted.slice(position, index), asText) + estimateTokens(run);
    position = index + run.length;
  }
  return tokens + countExactly(counted.slice(position), asText);
}
