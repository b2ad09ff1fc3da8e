import { Failure } from "../../terminal/failure.js";
import { print } from "../../terminal/print.js";
import type { AdminRequest } from "../client/admin-client.js";
import { accountPath, keyPath } from "../client/paths.js";
import type { BudgetOptions } from "../options.js";
import { withClient } from "../target.js";
import type { BudgetBody, ListBody } from "../wire/bodies.js";
import { renderBudgets } from "./render-budgets.js";

/** What is done with the budgets of an account or a key. */
export interface BudgetRequest extends Pick<AdminRequest, "method" | "body"> {
  /** The budget that is meant; absent: all of them. */
  readonly period?: string | undefined;
}

/** Sends a request, and prints the budgets that are there afterwards. @throws Failure without an owner */
export async function askBudgets(
  { account, key, json, ...target }: BudgetOptions,
  { method, body, period }: BudgetRequest,
): Promise<void> {
  const budgets = `${pathOfOwner(account, key)}/budgets`;
  const path = period === undefined ? budgets : `${budgets}/${encodeURIComponent(period)}`;
  await withClient(target, async (client) => {
    const list = await client.ask<ListBody<BudgetBody>>({ method, path, body });
    print<`budgets ${"show" | "set" | "remove"}`>(json, list, () =>
      renderBudgets(list.data, process.stdout.columns),
    );
  });
}

function pathOfOwner(account: string | undefined, key: string | undefined): string {
  if (account !== undefined) return accountPath(account);
  if (key !== undefined) return keyPath(key);
  throw new Failure("Neither an account nor a key is named.", {
    hint: "Add --account or --key with an id.",
  });
}
