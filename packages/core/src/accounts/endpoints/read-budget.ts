import { checkValue } from "../../validation/check-options.js";
import type { Budget } from "../ledger/budget.js";
import { type BudgetPeriod, budgetPeriods, validTimeZone } from "../ledger/budget-window.js";
import { badRequest, refusing } from "./bad-request.js";
import { readMoney } from "./read-body.js";
import { optional, readMembers } from "./read-members.js";

/** The budget that a body sets. @throws ServiceError `bad_request` that names the member */
export function readBudget(body: unknown): Pick<Budget, "period" | "nanoDollars" | "timeZone"> {
  const names = ["period", "usd", "nano_dollars", "time_zone"];
  const { period, usd, nano_dollars, time_zone } = readMembers(body, names);
  const nanoDollars = readMoney(usd ?? undefined, nano_dollars ?? undefined);
  if (nanoDollars < 0) {
    throw badRequest(usd == null ? "nano_dollars" : "usd", "A budget must not be below 0.");
  }
  return {
    period: readPeriod(period),
    nanoDollars,
    timeZone: optional(time_zone, readTimeZone),
  };
}

/** The period of a budget. @throws ServiceError `bad_request` */
export function readPeriod(value: unknown): BudgetPeriod {
  const period = budgetPeriods.find((known) => known === value);
  if (period) return period;
  throw badRequest("period", `period must be one of ${budgetPeriods.join(", ")}.`);
}

function readTimeZone(value: unknown): string {
  const name = typeof value === "string" ? value : "";
  return refusing("time_zone", () => {
    checkValue("time_zone", name, validTimeZone);
    return name;
  });
}
