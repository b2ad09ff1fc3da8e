/** One token and how likely it was. */
export interface TokenProbability {
  readonly token: string;
  /** The natural logarithm of its probability: 0 or less. */
  readonly logprob: number;
  /** Its bytes in UTF-8; null if they are not known. */
  readonly bytes: readonly number[] | null;
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
