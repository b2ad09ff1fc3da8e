import assert from "node:assert/strict";
import { type FinalUsage, type MemoryLedger, usageKinds } from "@diglot/core";

/**
 * Checks the ledger after a service was closed: at most so many rows, each final, with whole counts
 * and a cost that its account has spent.
 */
export async function assertClosedLedger(ledger: MemoryLedger, most: number): Promise<void> {
  const rows = ledger.all();
  assert.ok(rows.length <= most, `There are ${rows.length} rows.`);
  let spent = 0;
  for (const row of rows) {
    assert.notEqual(row.state, "open", "A row is open.");
    if (row.state === "open") continue;
    assertWholeUsage(row.usage);
    assert.ok(isWhole(row.costNanoDollars), `The cost is ${row.costNanoDollars}.`);
    assert.ok(isWhole(row.settledAt - row.openedAt), "A row ended before it began.");
    spent += row.costNanoDollars;
  }
  if (!rows[0]) return;
  const balance = await ledger.balance(rows[0].accountId);
  assert.deepEqual([balance.spent, balance.reserved], [spent, 0]);
}

function assertWholeUsage(usage: FinalUsage): void {
  for (const name of usageKinds) {
    assert.ok(isWhole(usage[name]), `The count ${name} is ${usage[name]}.`);
  }
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
