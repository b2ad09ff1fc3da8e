import type { Budget, Credit } from "@diglot/core";
import { fromUsd } from "@diglot/core/accounts";
import type { BudgetConfig, CreditConfig } from "../types.js";

/** A credit of an account as the library takes it. */
export function toCredit({ usd, ...credit }: CreditConfig, accountId: string): Credit {
  return { ...credit, accountId, nanoDollars: toNanoDollars(usd) };
}

/** A budget of an account, or of one of its keys, as the library takes it. */
export function toBudget(
  { usd, ...budget }: BudgetConfig,
  holder: Pick<Budget, "accountId" | "keyId">,
): Budget {
  return { ...budget, ...holder, nanoDollars: toNanoDollars(usd) };
}

function toNanoDollars(usd: string): number {
  const nanoDollars = fromUsd(usd);
  if (nanoDollars === undefined) throw new TypeError(`${usd} is not an amount of US dollars.`);
  return nanoDollars;
}
