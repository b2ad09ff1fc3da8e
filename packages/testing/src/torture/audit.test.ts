import { costOfAttempt, createMemoryLedger, type LedgerStore, openRow } from "@diglot/core";
import { beforeEach, describe, expect, it } from "vitest";
import { fullPrices, reservationOf, settlementOf, usageOf } from "../contracts/samples.js";
import { audit } from "./audit.js";
import type { Witness } from "./witness.js";

const minute = 60_000;

/** What the models of a run have seen. */
function witnessOf(reached: readonly string[]): Witness {
  const usage = { input: 1, output: 5 };
  return {
    reached: new Set(reached),
    reported: new Map(reached.map((id) => [id, usage])),
    watch: (model) => model,
    noteReached: () => undefined,
    noteReported: () => undefined,
  };
}

/** A ledger with budgets of an account and of each of its two keys, one of which has spent. */
async function ledgerOf(): Promise<LedgerStore> {
  const store = createMemoryLedger();
  const nanoDollars = 1_000_000_000;
  await store.setBudget({ accountId: "account", period: "day", nanoDollars });
  for (const keyId of ["key", "other key"]) {
    await store.setBudget({ accountId: "account", keyId, period: "total", nanoDollars });
  }
  const reservation = reservationOf("1", { prices: fullPrices });
  const costNanoDollars = costOfAttempt(openRow(reservation), usageOf(), "completed");
  await store.reserve(reservation, minute);
  await store.settle(settlementOf("1", { costNanoDollars }));
  return store;
}

describe("an audit", () => {
  let store: LedgerStore;
  beforeEach(async () => {
    store = await ledgerOf();
  });
  const find = (changes: Partial<LedgerStore> = {}, witness = witnessOf(["1"])) =>
    audit({ store: { ...store, ...changes }, witness, accounts: ["account"], overspent: [] });

  it("finds nothing where all is right, budgets of several keys included", async () => {
    expect((await find()).problems).toEqual([]);
    expect(await find()).toMatchObject({ ok: true, attempts: 1, reached: 1, settled: 1 });
  });

  it("finds that nothing was tested where no attempt has reached a model", async () => {
    const result = await audit({
      store: createMemoryLedger(),
      witness: witnessOf([]),
      accounts: [],
      overspent: [],
    });
    expect(result).toMatchObject({ ok: false, attempts: 0 });
    expect(result.problems).toEqual(["No attempt has reached a model: nothing was tested."]);
  });
});
