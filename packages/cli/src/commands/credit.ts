import type { Command } from "commander";
import type { AddCreditOptions, AdminOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTarget } from "./options/target.js";

/** Adds `diglot credit`. */
export function addCredit(program: Command): void {
  const credit = program
    .command("credit")
    .helpGroup(administration)
    .description("show what accounts may spend, and add to it");
  addTarget(credit.command("show"))
    .argument("[account]", "the id of the account (default: all)")
    .description("show the balance of an account with its budgets, or the balances of all accounts")
    .action(async (account: string | undefined, given: AdminOptions) => {
      const { showCredit } = await import("../admin/credit/show-credit.js");
      await showCredit(account, given);
    });
  addTarget(credit.command("add"))
    .argument("<account>", "the id of the account")
    .argument("<usd>", "dollars, such as 25.00; -5.00 takes back")
    .description("add to what an account may spend")
    .option("--id <id>", "its name: a credit is given once for each id (default: a random one)")
    .option("--note <text>", "what it is for")
    .action(async (account: string, usd: string, given: AddCreditOptions) => {
      const { addCredit: give } = await import("../admin/credit/add-credit.js");
      await give(account, usd, given);
    });
}
