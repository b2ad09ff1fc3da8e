/** The vendor's smallest budget. */
const smallestBudget = 1_024;

/** A budget that the wire accepts, if any, and how it was changed. */
export interface FittingBudget {
  readonly budget: number | undefined;
  readonly change?: "lowered" | "raised" | "impossible" | undefined;
}

/**
 * A budget of at least 1024 tokens and below `maxTokens`. That limit is never raised, since no more
 * tokens are reserved. Instead the budget shrinks, and leaves a quarter of `maxTokens`, and at
 * least 1024 tokens, for the answer.
 */
export function fitBudget(wanted: number, maxTokens: number): FittingBudget {
  const budget = Math.max(wanted, smallestBudget);
  if (budget < maxTokens) return { budget, ...(budget > wanted && { change: "raised" }) };
  const lowered = Math.floor(maxTokens - Math.max(smallestBudget, maxTokens / 4));
  return lowered < smallestBudget
    ? { budget: undefined, change: "impossible" }
    : { budget: lowered, change: "lowered" };
}
