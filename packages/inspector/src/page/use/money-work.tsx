import { Confirm } from "../changes/confirm.js";
import type { Changes } from "../changes/use-changes.js";
import { type Account, type Budget, nameOfBudget } from "../state/admin.js";
import { ask } from "../state/api.js";
import { BudgetForm } from "./budget-form.js";
import { CreditForm } from "./credit-form.js";

/** What is being done with balances and budgets; without an account it is still to be chosen. */
export type MoneyWork =
  | { readonly kind: "credit"; readonly accountId?: string }
  | { readonly kind: "set"; readonly accountId?: string; readonly budget?: Budget }
  | { readonly kind: "remove"; readonly accountId: string; readonly budget: Budget };

interface MoneyWorkOptions extends Changes<MoneyWork> {
  readonly accounts: readonly Account[];
}

/** Asks for what a change needs, or whether it is meant. */
export function MoneyWorkForm({ work, run, cancel, accounts }: MoneyWorkOptions) {
  if (work === undefined) return null;
  const names = accounts.map(({ account_id }) => account_id);
  switch (work.kind) {
    case "credit":
      return (
        <CreditForm
          {...{ names, cancel }}
          accountId={work.accountId}
          submit={(accountId, body) =>
            run(() => ask(`${accountPath(accountId)}/credits`, { method: "POST", body }))
          }
        />
      );
    case "set":
      return (
        <BudgetForm
          {...{ names, cancel }}
          accountId={work.accountId}
          budget={work.budget}
          submit={(accountId, keyId, body) =>
            run(() => ask(budgetPath(accountId, keyId), { method: "POST", body }))
          }
        />
      );
    case "remove": {
      const { accountId, budget } = work;
      const path = `${budgetPath(accountId, budget.key_id)}/${budget.period}`;
      return (
        <Confirm
          title="Remove"
          text={`The ${nameOfBudget(budget)} of ${budget.key_id ?? accountId} is removed, and what was spent of it is forgotten.`}
          action="Remove it"
          act={() => run(() => ask(path, { method: "DELETE" }))}
          cancel={cancel}
        />
      );
    }
  }
}

function accountPath(accountId: string): string {
  return `/admin/accounts/${encodeURIComponent(accountId)}`;
}

function budgetPath(accountId: string, keyId: string | null): string {
  const owner =
    keyId === null ? accountPath(accountId) : `/admin/keys/${encodeURIComponent(keyId)}`;
  return `${owner}/budgets`;
}
