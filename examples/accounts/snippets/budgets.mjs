// Budgets of an account and of one of its keys.
import { createMemoryLedger } from "@diglot/core";

export const ledger = createMemoryLedger();

// All keys of the account together: 20 dollars a month.
await ledger.setBudget({
  accountId: "team-a",
  period: "month",
  timeZone: "Europe/Berlin",
  nanoDollars: 20_000_000_000,
});
// One of its keys: 1 dollar a day, and 5 dollars in all.
const key = { accountId: "team-a", keyId: "key-of-ada" };
await ledger.setBudget({ ...key, period: "day", nanoDollars: 1_000_000_000 });
await ledger.setBudget({ ...key, period: "total", nanoDollars: 5_000_000_000 });

console.log(await ledger.budgets("team-a")); // with what is spent and reserved of each
await ledger.removeBudget({ ...key, period: "total" });
