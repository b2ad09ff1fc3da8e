/** The levels of effort and their equivalent budgets, lowest first. */
const levels = [
  { name: "none", budget: 0 },
  { name: "minimal", budget: 2_048 },
  { name: "low", budget: 2_048 },
  { name: "medium", budget: 8_192 },
  { name: "high", budget: 16_384 },
  { name: "xhigh", budget: 24_576 },
  { name: "max", budget: 32_000 },
] as const;

const defaultBudget = 8_192;

/**
 * The budget that is equivalent to a level, in tokens. An unknown or absent level counts as medium.
 */
export function budgetOf(effort: string | undefined): number {
  return levels.find(({ name }) => name === effort)?.budget ?? defaultBudget;
}

/** The lowest level, from `low` up, whose budget is not smaller than the given one. */
export function effortOf(budget: number): string {
  const found = levels.find(({ name, budget: room }) => name !== "minimal" && room >= budget);
  return found?.name === "none" ? "low" : (found?.name ?? "max");
}

/**
 * The next lower available level, or else the lowest available one; `undefined` for an unknown
 * level.
 */
export function lowerEffort(effort: string, available: readonly string[]): string | undefined {
  const index = levels.findIndex(({ name }) => name === effort);
  if (index < 0) return undefined;
  const below = levels.slice(0, index + 1).map(({ name }): string => name);
  return below.findLast((name) => available.includes(name)) ?? available[0];
}
