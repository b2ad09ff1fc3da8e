import { print } from "../../terminal/print.js";
import { write } from "../../terminal/write.js";
import { renderBudgets } from "../budgets/render-budgets.js";
import type { AdminClient } from "../client/admin-client.js";
import { askAll } from "../client/pages.js";
import { accountPath } from "../client/paths.js";
import type { AdminOptions } from "../options.js";
import { withClient } from "../target.js";
import type { BalanceBody } from "../wire/bodies.js";
import { renderBalances } from "./render-balances.js";

/** Prints what one account may spend, or all of them. */
export async function showCredit(
  account: string | undefined,
  { json, ...target }: AdminOptions,
): Promise<void> {
  await withClient(target, (client) =>
    account === undefined ? showAll(client, json) : showOne(client, account, json),
  );
}

async function showAll(client: AdminClient, json: boolean | undefined): Promise<void> {
  const list = await askAll<BalanceBody>(client, "/accounts");
  noteUnknownPolicy(client, list.data);
  print<"credit show">(json, list, () => renderBalances(list.data, process.stdout.columns));
}

async function showOne(client: AdminClient, account: string, json: boolean | undefined) {
  const path = accountPath(account);
  const balance = await client.ask<BalanceBody>({ method: "GET", path });
  const { budgets = [] } = balance;
  const width = process.stdout.columns;
  const table = () => renderBalances([balance], width);
  print<"credit show">(json, balance, () =>
    budgets.length === 0 ? table() : `${table()}\n${renderBudgets(budgets, width)}`,
  );
  noteUnknownPolicy(client, [balance]);
  if (isUnknown(balance)) {
    write(process.stderr, "Nothing is known of this account: no credit, no budget and no usage.\n");
  }
}

/** The database has no setting of its gateway. */
function noteUnknownPolicy(client: AdminClient, balances: readonly BalanceBody[]): void {
  if (client.knowsPolicy) return;
  if (balances.some(({ next_request: next }) => next?.outcome === "unlimited")) {
    write(
      process.stderr,
      "Accounts without credit and budgets are unlimited unless the gateway refuses them; --config or --url knows.\n",
    );
  }
}

/** Any id is that of an account, also a mistyped one. */
function isUnknown({ limit_nano_dollars: limit, budgets = [], ...used }: BalanceBody): boolean {
  const { spent_nano_dollars: spent, reserved_nano_dollars: reserved } = used;
  return limit === null && budgets.length === 0 && spent === 0 && reserved === 0;
}
