import { Form } from "../changes/form.js";
import type { Budget } from "../state/admin.js";
import { AccountInput } from "./account-input.js";

interface BudgetFormOptions {
  readonly names: readonly string[];
  readonly accountId: string | undefined;
  /** The budget that is changed; absent for a new one. */
  readonly budget: Budget | undefined;
  submit(accountId: string, keyId: string | null, body: unknown): void;
  cancel(): void;
}

const periods = ["month", "week", "day", "total"] as const;

/** The budget of an account or of one of its keys. */
export function BudgetForm({ names, accountId, budget, submit, cancel }: BudgetFormOptions) {
  const isChange = budget !== undefined;
  return (
    <Form
      title={isChange ? "Change a budget" : "Set a budget"}
      action={isChange ? "Change it" : "Set it"}
      submit={(text) => {
        const zone = text("time_zone");
        const period = budget?.period ?? text("period");
        const body = { period, usd: text("usd"), ...(zone !== "" && { time_zone: zone }) };
        submit(text("account_id"), text("key_id") || null, body);
      }}
      cancel={cancel}
    >
      <AccountInput names={names} accountId={accountId} />
      <label>
        Key, the whole account if empty
        <input name="key_id" value={budget?.key_id ?? ""} readOnly={isChange} />
      </label>
      <label>
        Dollars
        <input
          name="usd"
          required
          inputMode="decimal"
          placeholder="5.00"
          autocomplete="off"
          value={budget?.limit_usd.replace(/\.?0+$/, "") ?? ""}
        />
      </label>
      <label>
        Period
        <select name="period" disabled={isChange} value={budget?.period ?? periods[0]}>
          {periods.map((period) => (
            <option key={period} value={period}>
              {period}
            </option>
          ))}
        </select>
      </label>
      <label>
        Time zone in which it renews
        <input name="time_zone" placeholder="UTC" value={budget?.time_zone ?? ""} />
      </label>
    </Form>
  );
}
