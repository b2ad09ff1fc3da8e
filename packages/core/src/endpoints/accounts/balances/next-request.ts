import type { BudgetStatus } from "../../../accounts/ledger/budget.js";
import type { UnknownAccountsPolicy } from "../../../accounts/ledger/ledger.js";
import type { Balance } from "../../../accounts/ledger/records.js";
import { toUsd } from "../../../accounts/prices/dollars.js";
import type { BalanceAnswer } from "../schemas/answers.js";

type NextRequest = BalanceAnswer["next_request"];

/** Who asks, and what the ledger says of the account. */
export interface Standing {
  readonly balance: Balance;
  /** Those of the account and of all its keys. */
  readonly budgets: readonly BudgetStatus[];
  /** The key whose next request it is; absent: only what holds for all keys of the account counts. */
  readonly keyId?: string | undefined;
  readonly unknownAccounts: UnknownAccountsPolicy;
}

/** What is left of a credit or a budget. */
interface Left {
  readonly by: NonNullable<NextRequest["limited_by"]>;
  readonly nanoDollars: number;
}

/** What happens to the next request that costs something: the budget with the least left limits it. */
export function toNextRequest(standing: Standing): NextRequest {
  if (isUnknown(standing)) return { outcome: "refused", limited_by: null, available_usd: null };
  const [least] = leftOf(standing).toSorted((a, b) => a.nanoDollars - b.nanoDollars);
  if (!least) return { outcome: "unlimited", limited_by: null, available_usd: null };
  return {
    outcome: least.nanoDollars > 0 ? "limited" : "refused",
    limited_by: least.by,
    available_usd: toUsd(least.nanoDollars),
  };
}

/** A budget of a key alone does not make its account known. */
function isUnknown({ balance, budgets, unknownAccounts }: Standing): boolean {
  const hasBudget = budgets.some(({ keyId }) => keyId === undefined);
  return unknownAccounts === "refuse" && balance.limit === undefined && !hasBudget;
}

function leftOf({ balance, budgets, keyId }: Standing): readonly Left[] {
  const { limit, spent, reserved } = balance;
  const ofBudgets = budgets
    .filter((budget) => budget.keyId === undefined || budget.keyId === keyId)
    .map(
      (one): Left => ({ by: one.period, nanoDollars: one.nanoDollars - one.spent - one.reserved }),
    );
  if (limit === undefined) return ofBudgets;
  return [{ by: "credit", nanoDollars: limit - spent - reserved }, ...ofBudgets];
}
