import type { FinalUsage } from "../conversation/usage.js";
import type { Prices } from "../models/model.js";

/** 1 US dollar per million tokens is 1,000,000 picodollars per token: whole numbers for every printed price. */
const picoDollarsPerToken = 1_000_000;

/**
 * What a usage costs, in whole nano-dollars, rounded up. 0 for a model without prices.
 * Exact up to 9,000 dollars for one usage; sums of costs stay exact up to 9 million dollars.
 */
export function costOf(usage: Omit<FinalUsage, "source">, prices: Prices | undefined): number {
  if (!prices) return 0;
  const write = prices.cacheWrite ?? prices.input;
  const picoDollars =
    usage.input * toPico(prices.input) +
    usage.cacheRead * toPico(prices.cacheRead ?? prices.input) +
    usage.cacheWrite * toPico(write) +
    usage.cacheWriteLong * toPico(prices.cacheWriteLong ?? write) +
    usage.output * toPico(prices.output);
  return Math.ceil(picoDollars / 1000);
}

/** The most that so many tokens can cost: the dearest kind of input, and all of the output. */
export function worstCostOf(
  tokens: { input: number; output: number },
  prices: Prices | undefined,
): number {
  if (!prices) return 0;
  const dearestInput = Math.max(
    prices.input,
    prices.cacheRead ?? 0,
    prices.cacheWrite ?? 0,
    prices.cacheWriteLong ?? 0,
  );
  return Math.ceil(
    (tokens.input * toPico(dearestInput) + tokens.output * toPico(prices.output)) / 1000,
  );
}

function toPico(dollarsPerMillion: number): number {
  return Math.round(dollarsPerMillion * picoDollarsPerToken);
}
