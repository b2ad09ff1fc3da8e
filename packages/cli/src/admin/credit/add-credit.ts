import { randomUUID } from "node:crypto";
import { toPlainLine } from "@diglot/core/redaction";
import { print } from "../../terminal/print.js";
import { accountPath } from "../client/paths.js";
import type { AddCreditOptions } from "../options.js";
import { withClient } from "../target.js";
import type { BalanceBody } from "../wire/bodies.js";
import { renderBalances } from "./render-balances.js";

/** Gives an account a credit, once for each id, and prints its balance. */
export async function addCredit(
  account: string,
  usd: string,
  { id = `credit_${randomUUID()}`, note, json, ...target }: AddCreditOptions,
): Promise<void> {
  await withClient(target, async (client) => {
    const balance = await client.ask<BalanceBody>({
      method: "POST",
      path: `${accountPath(account)}/credits`,
      body: { id, usd, note },
    });
    const given = toPlainLine(`${account} has the credit ${id} of ${usd} dollars.`);
    print<"credit add">(
      json,
      balance,
      () => `${given}\n\n${renderBalances([balance], process.stdout.columns)}`,
    );
  });
}
