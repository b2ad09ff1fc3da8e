/** The vendor's smallest budget. */
const smallestBudget = 1_024;

/** A budget that the wire takes, or none; and what was done to it. */
export interface FittingBudget {
  readonly budget: number | undefined;
  readonly change?: "lowered" | "raised" | "impossible" | undefined;
}

/**
 * A budget of at least 1024 tokens and below the most tokens. Those never grow to hold it, since no
 * more is reserved; the budget shrinks, and leaves a quarter of them, and at least 1024, for the
 * answer.
 */
export function fitBudget(wanted: number, maxTokens: number): FittingBudget {
  const budget = Math.max(wanted, smallestBudget);
  if (budget < maxTokens) return { budget, ...(budget > wanted && { change: "raised" }) };
  const lowered = Math.floor(maxTokens - Math.max(smallestBudget, maxTokens / 4));
  return lowered < smallestBudget
    ? { budget: undefined, change: "impossible" }
    : { budget: lowered, change: "lowered" };
}
