import { Argument, type Command, Option } from "commander";
import type { BudgetOptions, SetBudgetOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTarget } from "./options/target.js";

/** Adds `diglot budgets`. */
export function addBudgets(program: Command): void {
  const budgets = program
    .command("budgets")
    .helpGroup(administration)
    .description("show, set and remove budgets of accounts and keys");
  addOwner(addTarget(budgets.command("show")))
    .description("show the budgets of an account and its keys, or of one key")
    .action(async (given: BudgetOptions) => {
      const { showBudgets } = await import("../admin/budgets/show-budgets.js");
      await showBudgets(given);
    });
  addOwner(addTarget(budgets.command("set")))
    .addArgument(period("how often the budget renews; total never renews and is only for keys"))
    .argument("<usd>", "dollars, such as 20.00")
    .description("set a budget: the most that an account or a key may spend in each period")
    .option(
      "--time-zone <name>",
      "the time zone in which periods begin, such as Europe/Berlin (default: UTC)",
    )
    .action(async (period: string, usd: string, given: SetBudgetOptions) => {
      const { setBudget } = await import("../admin/budgets/set-budget.js");
      await setBudget(period, usd, given);
    });
  addOwner(addTarget(budgets.command("remove")))
    .addArgument(period("the period of the budget"))
    .description("remove a budget together with its recorded spending")
    .action(async (period: string, given: BudgetOptions) => {
      const { removeBudget } = await import("../admin/budgets/remove-budget.js");
      await removeBudget(period, given);
    });
}

function period(description: string): Argument {
  return new Argument("<period>", description).choices(["day", "week", "month", "total"]);
}

function addOwner(command: Command): Command {
  return command
    .addOption(new Option("-a, --account <id>", "the budgets of this account").conflicts("key"))
    .addOption(new Option("-k, --key <id>", "the budgets of this key"));
}
