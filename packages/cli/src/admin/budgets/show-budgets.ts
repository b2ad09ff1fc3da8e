import type { BudgetOptions } from "../options.js";
import { askBudgets } from "./ask-budgets.js";

/** Prints the budgets of an account and its keys, or of one key. */
export async function showBudgets(options: BudgetOptions): Promise<void> {
  await askBudgets(options, { method: "GET" });
}
