import type { Usage } from "@diglot/core";

/** What the SDK reports of one call of a model; the input includes what was read from a cache. */
export interface ReportedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly inputTokensDetails?: Details | undefined;
  readonly outputTokensDetails?: Details | undefined;
}

/** Counts of the provider, by its own names; a list if several calls were added up. */
type Details = Readonly<Record<string, number>> | readonly Readonly<Record<string, number>>[];

/** The tokens of a call, each kind once; none if the SDK has put zeros in the place of a report. */
export function toUsage(reported: ReportedUsage): Usage {
  if (reported.inputTokens === 0 && reported.outputTokens === 0) return {};
  const cacheRead = sumOf(reported.inputTokensDetails, "cached_tokens");
  const cacheWrite = sumOf(reported.inputTokensDetails, "cache_write_tokens");
  return {
    input: Math.max(0, reported.inputTokens - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    cacheRead,
    cacheWrite,
    output: reported.outputTokens,
    reasoning: sumOf(reported.outputTokensDetails, "reasoning_tokens"),
  };
}

function sumOf(details: Details = [], name: string): number | undefined {
  const counts = [details].flat().map((one) => one[name]);
  const known = counts.filter((count) => typeof count === "number");
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
