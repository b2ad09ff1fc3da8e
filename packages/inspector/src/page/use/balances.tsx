import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { Problem } from "../changes/problem.js";
import { type Changes, useChanges } from "../changes/use-changes.js";
import { dayTime } from "../parts/format.js";
import {
  type Account,
  type Budget,
  describeNext,
  listAll,
  nameOfBudget,
  notMounted,
} from "../state/admin.js";
import { Meter } from "./meter.js";
import { type MoneyWork, MoneyWorkForm } from "./money-work.js";

type Begin = Changes<MoneyWork>["begin"];

/** What each account may spend and has spent: credit to be added, budgets to be set and removed. */
export function Balances() {
  const accounts = useSignal<readonly Account[] | undefined>([]);
  const load = useCallback(async () => {
    accounts.value = await listAll<Account>("/admin/accounts");
  }, [accounts]);
  const changes = useChanges<MoneyWork>(load);
  const { begin } = changes;
  return (
    <section aria-label="Balances">
      <header class="title">
        <h2>Balances and budgets</h2>
        <span class="space" />
        {accounts.value && (
          <span class="buttons">
            <button type="button" onClick={() => begin({ kind: "credit" })}>
              Add credit
            </button>{" "}
            <button type="button" onClick={() => begin({ kind: "set" })}>
              Set a budget
            </button>
          </span>
        )}
      </header>
      <Problem text={changes.problem} />
      <MoneyWorkForm
        key={JSON.stringify(changes.work)}
        {...changes}
        accounts={accounts.value ?? []}
      />
      {accounts.value === undefined && <p class="quiet">{notMounted}</p>}
      <ul class="balances">{accounts.value?.flatMap((account) => toLines(account, begin))}</ul>
    </section>
  );
}

function toLines(account: Account, begin: Begin) {
  const { account_id, limit_nano_dollars: limit, next_request: next } = account;
  const balance = (
    <Meter
      key={account_id}
      name={account_id}
      kind={[limit === null ? "no credit" : "balance", next && describeNext(next)]
        .filter(Boolean)
        .join(", ")}
      limit={limit}
      spent={account.spent_nano_dollars}
      reserved={account.reserved_nano_dollars}
    >
      <button
        type="button"
        class="plain"
        aria-label={`add credit to ${account_id}`}
        onClick={() => begin({ kind: "credit", accountId: account_id })}
      >
        add credit
      </button>
    </Meter>
  );
  return [balance, ...account.budgets.map((budget) => toBudget(account_id, budget, begin))];
}

function toBudget(accountId: string, budget: Budget, begin: Begin) {
  const { key_id, period, renews_at } = budget;
  const renews = renews_at === null ? "" : `, renews ${dayTime(renews_at)} UTC`;
  const name = key_id ?? accountId;
  return (
    <Meter
      key={`${accountId} ${key_id} ${period}`}
      name={name}
      kind={`${nameOfBudget(budget)}${renews}`}
      limit={budget.limit_nano_dollars}
      spent={budget.spent_nano_dollars}
      reserved={budget.reserved_nano_dollars}
    >
      {(["set", "remove"] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="plain"
          aria-label={`${kind === "set" ? "change" : "remove"} the ${nameOfBudget(budget)} of ${name}`}
          onClick={() => begin({ kind, accountId, budget })}
        >
          {kind === "set" ? "change" : "remove"}
        </button>
      ))}
    </Meter>
  );
}
