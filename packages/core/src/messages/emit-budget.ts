import type { EmittedLimit } from "./emit-limits.js";

/** The vendor's smallest budget. */
const smallestBudget = 1_024;

/** A budget that the wire takes, or none; the bound that goes with it; and what was done to it. */
export interface FittingBudget {
  readonly budget: number | undefined;
  readonly maxTokens: number;
  readonly change?: "lowered" | "raised" | "impossible" | undefined;
}

/**
 * A budget of at least 1024 tokens and below the most tokens. A bound that the caller left open
 * grows with it as far as the model goes; otherwise the budget shrinks, and leaves a quarter of the
 * bound, and at least 1024 tokens, for the answer.
 */
export function fitBudget(
  wanted: number,
  { maxTokens, open }: EmittedLimit,
  maxOutput = Number.POSITIVE_INFINITY,
): FittingBudget {
  const budget = Math.max(wanted, smallestBudget);
  const raised = budget > wanted ? ({ change: "raised" } as const) : {};
  const limit = open && budget >= maxTokens ? Math.min(budget + maxTokens, maxOutput) : maxTokens;
  if (budget < limit) return { budget, maxTokens: limit, ...raised };
  const lowered = Math.floor(limit - Math.max(smallestBudget, limit / 4));
  return lowered < smallestBudget
    ? { budget: undefined, maxTokens: limit, change: "impossible" }
    : { budget: lowered, maxTokens: limit, change: "lowered" };
}
