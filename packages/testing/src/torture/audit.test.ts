import {
  type Balance,
  type BudgetStatus,
  costOfAttempt,
  createMemoryLedger,
  type FinalRow,
  type LedgerStore,
  openRow,
} from "@diglot/core";
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

type Change = (store: LedgerStore) => Partial<LedgerStore>;
type Finding = keyof Awaited<ReturnType<typeof audit>>;

/** Changes what is read of the only page of rows. */
function withRows(change: (rows: readonly FinalRow[]) => readonly object[]): Change {
  return (store) => ({
    async rows(query) {
      const page = await store.rows(query);
      return { ...page, rows: change(page.rows) as readonly FinalRow[] };
    },
  });
}

/** Changes the usage of each row, and nothing of its cost. */
function withUsage(usage: object): Change {
  return withRows((rows) => rows.map((row) => ({ ...row, usage: { ...row.usage, ...usage } })));
}

function withBalance(balance: Partial<Balance>): Change {
  return (store) => ({
    balance: async (accountId) => ({ ...(await store.balance(accountId)), ...balance }),
  });
}

function withBudgets(used: Partial<BudgetStatus>): Change {
  return (store) => ({
    budgets: async (accountId) =>
      (await store.budgets(accountId)).map((budget) => ({ ...budget, ...used })),
  });
}

describe("an audit", () => {
  let store: LedgerStore;
  beforeEach(async () => {
    store = await ledgerOf();
  });
  const find = (change: (store: LedgerStore) => Partial<LedgerStore> = () => ({})) =>
    audit({
      store: { ...store, ...change(store) },
      witness: witnessOf(["1"]),
      accounts: ["account"],
      overspent: [],
    });

  it("finds nothing where all is right, budgets of several keys included", async () => {
    expect((await find()).problems).toEqual([]);
    expect(await find()).toMatchObject({ ok: true, attempts: 1, reached: 1, settled: 1 });
  });

  it("has a sentence for each of its findings, up to twenty", async () => {
    const result = await find(() => ({ countOpen: async () => 25 }));
    expect([result.open, result.problems.length]).toEqual([25, 20]);
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

  it.each<[string, Finding, Change, RegExp]>([
    [
      "is missing",
      "missing",
      () => ({ rows: async () => ({ rows: [], next: "" }) }),
      /1 reached a model and has no final row/,
    ],
    ["is still open", "open", () => ({ countOpen: async () => 2 }), /A row is still open/],
    ["is twice there", "doubled", withRows((rows) => [...rows, ...rows]), /1 has two rows/],
    [
      "was never sent",
      "unbilled",
      withRows((rows) => rows.map((row) => ({ ...row, state: "released" }))),
      /but its row is released/,
    ],
    [
      "costs more",
      "wrong",
      withRows((rows) => rows.map((row) => ({ ...row, costNanoDollars: row.costNanoDollars + 1 }))),
      /1 costs \d+, not \d+/,
    ],
    ["has another output", "wrong", withUsage({ output: 6 }), /has 6 output tokens, not 5/],
    ["has another input", "wrong", withUsage({ input: 2 }), /has 2 input tokens, not 1/],
    [
      "was not spent",
      "unbalanced",
      withBalance({ spent: 0 }),
      /account has spent 0 and reserved 0; its rows cost/,
    ],
    [
      "is reserved still",
      "unbalanced",
      withBalance({ reserved: 1 }),
      /account has spent \d+ and reserved 1/,
    ],
    [
      "was not spent of a budget",
      "unbalanced",
      withBudgets({ spent: 0 }),
      /The budget of account \(day\) has spent 0/,
    ],
    [
      "is reserved of a budget",
      "unbalanced",
      withBudgets({ reserved: 1 }),
      /The budget of account \(total\) has spent 0 and reserved 1/,
    ],
  ])("finds a row that %s", async (_, finding, change, sentence) => {
    const result = await find(change);
    expect(result.ok).toBe(false);
    expect(result[finding]).not.toBe(0);
    expect(result.problems.join("\n")).toMatch(sentence);
  });
});
