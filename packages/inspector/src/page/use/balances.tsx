import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dayTime, shortDollars } from "../parts/format.js";
import { type Account, type Budget, listAll, notMounted } from "../state/admin.js";

/** What each account may spend, and has spent. */
export function Balances() {
  const accounts = useSignal<readonly Account[] | undefined>([]);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    listAll<Account>("/admin/accounts").then(
      (found) => {
        accounts.value = found;
      },
      (error) => {
        problem.value = String(error.message);
      },
    );
  }, [accounts, problem]);
  return (
    <section aria-label="Balances">
      <h2>Balances and budgets</h2>
      {problem.value && <p class="bad">{problem.value}</p>}
      {accounts.value === undefined && <p class="quiet">{notMounted}</p>}
      <ul class="balances">{accounts.value?.flatMap(toLines)}</ul>
    </section>
  );
}

function toLines(account: Account) {
  const { account_id, limit_nano_dollars: limit, spent_nano_dollars: spent } = account;
  const balance = (
    <Meter
      key={account_id}
      name={account_id}
      kind={limit === null ? "no limit" : "balance"}
      limit={limit}
      spent={spent}
      reserved={account.reserved_nano_dollars}
    />
  );
  return [balance, ...account.budgets.map((budget) => toBudget(account_id, budget))];
}

function toBudget(account: string, budget: Budget) {
  const { key_id, period, renews_at } = budget;
  const renews = renews_at === null ? "" : `, renews ${dayTime(renews_at)} UTC`;
  return (
    <Meter
      key={`${account} ${key_id} ${period}`}
      name={key_id ?? account}
      kind={`budget of a ${period}${renews}`}
      limit={budget.limit_nano_dollars}
      spent={budget.spent_nano_dollars}
      reserved={budget.reserved_nano_dollars}
    />
  );
}

interface MeterOptions {
  readonly name: string;
  readonly kind: string;
  readonly limit: number | null;
  readonly spent: number;
  readonly reserved: number;
}

function Meter({ name, kind, limit, spent, reserved }: MeterOptions) {
  const used = limit ? Math.min(100, (100 * (spent + reserved)) / limit) : 0;
  return (
    <li>
      <span>
        <b>{name}</b> <span class="quiet">{kind}</span>
      </span>
      <span class="balance-numbers">
        {shortDollars(spent)}
        <span class="quiet">{limit === null ? " spent" : ` of ${shortDollars(limit)}`}</span>
        {reserved > 0 && <span class="quiet">, {shortDollars(reserved)} reserved</span>}
      </span>
      {limit !== null && (
        <span class="lane" aria-hidden="true">
          <i class={used > 90 ? "full" : ""} style={{ width: `${Math.max(0.5, used)}%` }} />
        </span>
      )}
    </li>
  );
}
