import type { BudgetConfig } from "../../config/types.js";
import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";

const periods: Readonly<Record<string, BudgetConfig["period"]>> = {
  "24h": "day",
  "1d": "day",
  daily: "day",
  "7d": "week",
  weekly: "week",
  "30d": "month",
  "1mo": "month",
  monthly: "month",
};

/** A budget of the whole proxy is one of the account whose key callers send. */
export function readBudget(values: unknown, path: Path, draft: Draft, duration: unknown): void {
  const usd = toNumber(pick(values, "max_budget"));
  const place = [...path.slice(0, -1), "budget_duration"];
  const period = typeof duration === "string" ? periods[duration] : undefined;
  if (usd === undefined || usd < 0 || (duration !== undefined && !period)) {
    draft.notes.impossible(path, "A budget renews each day, week or month, or never.");
    return;
  }
  const budget = { period: period ?? "total", usd: usd.toFixed(2) } as const;
  if (period) {
    draft.settings.accounts = { first: { budgets: [budget] } };
    draft.notes.carried(place, `The budget renews each ${period}, at its beginning.`);
  } else {
    // The total of an account is its credits, so a budget without a period is one of the key.
    draft.settings.accounts = { first: { credits: [{ id: "imported", usd: budget.usd }] } };
  }
  draft.settings.unknownAccounts = "refuse";
  draft.notes.changed(
    path,
    `The account "first" may spend it. Only models with prices count: check them with diglot prices.`,
  );
}
