/** All levels of effort that any service knows, lowest first. */
const levels: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Budgets of thinking, in tokens, up to which a level stands for them. */
const budgets: readonly (readonly [most: number, level: string])[] = [
  [2_048, "low"],
  [8_192, "medium"],
  [24_576, "high"],
];

/** The level of effort that stands for a budget of thinking. */
export function toEffortForBudget(tokens: number): string {
  return budgets.find(([most]) => tokens <= most)?.[1] ?? "xhigh";
}

/**
 * The level that an upstream takes for one that was asked for: the same, else the next lower one,
 * else the lowest. Thinking is never switched off by it. `undefined` if nothing fits.
 * @param taken the upstream's levels, lowest first
 */
export function toNearestEffort(asked: string, taken: readonly string[]): string | undefined {
  if (taken.includes(asked)) return asked;
  const rank = levels.indexOf(asked);
  if (rank === -1) return undefined;
  const candidates = taken.filter((level) => level !== "none");
  return candidates.findLast((level) => levels.indexOf(level) < rank) ?? candidates[0];
}
