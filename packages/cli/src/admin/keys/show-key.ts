import { print } from "../../terminal/print.js";
import { renderBudgets } from "../budgets/render-budgets.js";
import { keyPath } from "../client/paths.js";
import type { AdminOptions } from "../options.js";
import { withClient } from "../target.js";
import type { BudgetBody, KeyBody, ListBody } from "../wire/bodies.js";
import { renderKey } from "./render-key.js";

/** Prints a key with its budgets. */
export async function showKey(id: string, { json, ...target }: AdminOptions): Promise<void> {
  await withClient(target, async (client) => {
    const path = keyPath(id);
    const key = await client.ask<KeyBody>({ method: "GET", path });
    const { data: budgets } = await client.ask<ListBody<BudgetBody>>({
      method: "GET",
      path: `${path}/budgets`,
    });
    const width = process.stdout.columns;
    print<"keys show">(json, { ...key, budgets }, () =>
      budgets.length === 0 ? renderKey(key) : `${renderKey(key)}\n${renderBudgets(budgets, width)}`,
    );
  });
}
