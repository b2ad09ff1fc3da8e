import type { Command } from "commander";
import type { AddCreditOptions, AdminOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTarget } from "./options/target.js";

/** Adds `diglot credit`. */
export function addCredit(program: Command): void {
  const credit = program
    .command("credit")
    .helpGroup(administration)
    .description("show and add credit of accounts");
  addTarget(credit.command("show"))
    .argument("[account]", "the id of the account (default: all)")
    .description("show the balance and budgets of an account, or the balances of all accounts")
    .action(async (account: string | undefined, given: AdminOptions) => {
      const { showCredit } = await import("../admin/credit/show-credit.js");
      await showCredit(account, given);
    });
  addTarget(credit.command("add"))
    .argument("<account>", "the id of the account")
    .argument("<usd>", "dollars, such as 25.00; a negative amount such as -5.00 takes credit back")
    .description("add credit to an account")
    .option(
      "--id <id>",
      "an id of the credit; repeating a command with the same id adds nothing (default: a random one)",
    )
    .option("--note <text>", "a note for people")
    .action(async (account: string, usd: string, given: AddCreditOptions) => {
      const { addCredit: give } = await import("../admin/credit/add-credit.js");
      await give(account, usd, given);
    });
}
