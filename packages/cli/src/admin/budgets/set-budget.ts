import type { SetBudgetOptions } from "../options.js";
import { askBudgets } from "./ask-budgets.js";

/** Sets a budget, and prints all of the same owner. */
export async function setBudget(
  period: string,
  usd: string,
  { timeZone, ...options }: SetBudgetOptions,
): Promise<void> {
  await askBudgets(options, { method: "POST", body: { period, usd, time_zone: timeZone } });
}
