import type { BudgetOptions } from "../options.js";
import { askBudgets } from "./ask-budgets.js";

/** Removes a budget, and prints those that are left. */
export async function removeBudget(period: string, options: BudgetOptions): Promise<void> {
  await askBudgets(options, { method: "DELETE", period });
}
