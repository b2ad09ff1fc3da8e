/** The levels of effort and the budgets that stand for them, lowest first. */
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

/** The budget that stands for a level, in tokens; for an unknown one and for none, a medium one. */
export function budgetOf(effort: string | undefined): number {
  return levels.find(({ name }) => name === effort)?.budget ?? defaultBudget;
}

/** The lowest level whose budget holds so many tokens, from `low` up. */
export function effortOf(budget: number): string {
  const found = levels.find(({ name, budget: room }) => name !== "minimal" && room >= budget);
  return found?.name === "none" ? "low" : (found?.name ?? "max");
}

/** The next lower of the levels that there are, else the lowest; `undefined` for an unknown level. */
export function lowerEffort(effort: string, available: readonly string[]): string | undefined {
  const index = levels.findIndex(({ name }) => name === effort);
  if (index < 0) return undefined;
  const below = levels.slice(0, index + 1).map(({ name }): string => name);
  return below.findLast((name) => available.includes(name)) ?? available[0];
}
