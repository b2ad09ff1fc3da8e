import type { ExceededRate, RateKind } from "./rates.js";

/** What each kind of rate counts, for use in a sentence. */
export const rateUnits: Readonly<Record<RateKind, string>> = {
  requests: "requests",
  inputTokens: "input tokens",
  outputTokens: "output tokens",
};

/** Whether a request is larger than a whole limit, so that waiting does not help. */
export function neverFits(exceeded: ExceededRate | undefined): boolean {
  return exceeded !== undefined && exceeded.requested > exceeded.limit;
}
