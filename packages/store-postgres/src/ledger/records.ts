import { type Balance, creditIdConflict, type LedgerRecords } from "@diglot/core";
import type { Call } from "../call.js";
import { type Columns, numberOf, optional, toColumns } from "../columns.js";
import { listAccounts } from "../keys/list-accounts.js";
import { readRows } from "./read-rows.js";
import { toUsageSums, toWholeTime } from "./usage-sums.js";

/** The reading half of the ledger. */
export function createLedgerRecords(
  call: Call,
): Omit<LedgerRecords, "setBudget" | "removeBudget" | "budgets"> {
  return {
    async balance(accountId) {
      const [account] = await call("balance", accountId);
      return account === undefined ? { spent: 0, reserved: 0 } : toBalance(toColumns(account));
    },
    async credit({ id, accountId, nanoDollars, note }) {
      const input = { id, account_id: accountId, nano_dollars: nanoDollars, note };
      const [account] = await call("credit", input);
      if (account === undefined) throw creditIdConflict(id);
      return toBalance(toColumns(account));
    },
    listAccounts: (query) => listAccounts(call, "list_accounts", query),
    rows: (query) => readRows(call, query),
    async usage(query) {
      const { accountId: account_id, groupBy: group_by } = query;
      const from = toWholeTime(query.from);
      const to = toWholeTime(query.to);
      const sums = await call("usage", { account_id, from, to, group_by });
      return toUsageSums(sums.map(toColumns), query.groupBy);
    },
    async countOpen() {
      const [count] = await call("count_open", null);
      return numberOf({ count }, "count");
    },
    async readCursor(name) {
      const [cursor] = await call("read_cursor", name);
      return typeof cursor === "string" ? cursor : undefined;
    },
    async writeCursor(name, cursor) {
      await call("write_cursor", { name, cursor });
    },
  };
}

function toBalance(columns: Columns): Balance {
  return {
    ...optional("limit", columns, "budget", numberOf),
    spent: numberOf(columns, "spent"),
    reserved: numberOf(columns, "reserved"),
  };
}
