/** One token and how likely it was. */
export interface TokenProbability {
  readonly token: string;
  /** The natural logarithm of its probability, -9999 or more. */
  readonly logprob: number;
  /** Its bytes in UTF-8; null if they are not known. */
  readonly bytes: readonly number[] | null;
}

/** What the vendor of Chat Completions writes for a token that was very unlikely. */
export const leastLogprob = -9999;

/** The logarithm as it can be written: JSON has no infinity. */
export function toLogprob(logprob: number): number {
  return Math.max(logprob, leastLogprob);
}

/** A token of a text, with the most likely tokens at its place. */
export interface TokenLogprob extends TokenProbability {
  readonly alternatives: readonly TokenProbability[];
}

/** What a caller wants to know of the probabilities of the tokens. */
export interface WantedLogprobs {
  /** How many of the most likely tokens at each place. */
  readonly alternatives: number;
}
