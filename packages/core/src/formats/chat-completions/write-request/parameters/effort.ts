/** All levels of effort that any service knows, lowest first. */
const levels: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The largest thinking budget, in tokens, of each level. */
const budgets: readonly (readonly [most: number, level: string])[] = [
  [2_048, "low"],
  [8_192, "medium"],
  [24_576, "high"],
];

/** The level of effort for a thinking budget. */
export function toEffortForBudget(tokens: number): string {
  return budgets.find(([most]) => tokens <= most)?.[1] ?? "xhigh";
}

/**
 * The upstream's level for a requested level: the same, else the next lower one,
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
