import type { UsageCounts } from "@diglot/core";

/** Milliseconds in the unit that a person reads. */
export function formatTime(milliseconds: number): string {
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Tokens that were read, from a cache or not, and that were written. */
export function formatTokens(usage: UsageCounts): string {
  return `${countInput(usage)} in, ${usage.output} out`;
}

/** All tokens that were read, from a cache or not. */
export function countInput({ input, cacheRead, cacheWrite, cacheWriteLong }: UsageCounts): number {
  return input + cacheRead + cacheWrite + cacheWriteLong;
}

/** A cost in dollars with three significant digits; absent: it cost nothing. */
export function formatCost(nanoDollars = 0): string | undefined {
  return nanoDollars === 0 ? undefined : `$${(nanoDollars / 1e9).toPrecision(3)}`;
}
