import { createMemoryLedger, type FinalRow, type LedgerStore } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { type TortureResult, tortureContract, tortureLedger } from "../src/contracts/index.js";
import { brokenBudgets } from "./contracts/mutants/budgets.js";
import { brokenLedgers } from "./contracts/mutants/ledger.js";

/** Set it for a longer run: `TORTURE_REQUESTS=20000 npx vitest run --project testing torture`. */
const requests = Number(process.env.TORTURE_REQUESTS ?? 300);
const seed = Number(process.env.TORTURE_SEED ?? 1);

/** What goes wrong with a ledger, and what a run says of it. */
const mutants: Readonly<
  Record<string, [fault: keyof TortureResult, mutate: (store: LedgerStore) => LedgerStore]>
> = {
  "lets in what the budget does not cover": [
    "overspent",
    mutantOf("lets in what the budget does not cover"),
  ],
  "never checks budgets": ["overspent", mutantOf("never checks budgets")],
  "adds the cost of each repeated settlement": [
    "unbalanced",
    mutantOf("adds the cost of each repeated settlement"),
  ],
  "never recovers": ["open", mutantOf("never recovers")],
  "loses one row in ten": [
    "missing",
    withRows((rows) => rows.filter((_row, index) => index % 10 !== 0)),
  ],
  "returns one row twice": ["doubled", withRows((rows) => [...rows, ...rows.slice(0, 1)])],
  "takes what was sent for released": [
    "unbilled",
    withRows((rows) => rows.map((row) => ({ ...row, state: "released" }))),
  ],
  "bills a nano-dollar more": [
    "wrong",
    (store) => ({
      ...store,
      settle: (settlement) =>
        store.settle({ ...settlement, costNanoDollars: settlement.costNanoDollars + 1 }),
    }),
  ],
};

describe("tortureLedger", () => {
  it("P01 L04 finds every attempt that reached a model exactly once in the memory ledger", {
    timeout: 60_000 + requests * 200,
  }, async () => {
    const store = createMemoryLedger({ keepRows: Number.POSITIVE_INFINITY });
    const result = await tortureLedger({ open: () => store, requests, seed });
    if (process.env.TORTURE_REQUESTS) console.info(result);
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests, seed });
  });

  it("runs through every way in which an attempt can end", {
    timeout: 120_000,
  }, async () => {
    const store = createMemoryLedger();
    const result = await tortureLedger({ open: () => store, requests: 600, seed: 5 });
    const { settled, released, recovered, lostProcesses, reached } = result;
    expect(Math.min(settled, released, recovered, lostProcesses)).toBeGreaterThan(0);
    expect(reached).toBeGreaterThan(50);
    const { rows } = await store.rows();
    expect(new Set(rows.map(({ end }) => end))).toEqual(
      new Set(["completed", "upstream_error", "client_abort", "timeout", "crash", "unsent"]),
    );
    expect(new Set(rows.map(({ onCallerGone }) => onCallerGone))).toEqual(
      new Set(["bill-observed", "drain", "refund"]),
    );
  });

  for (const [defect, [fault, mutate]] of Object.entries(mutants)) {
    it(`notices a ledger that ${defect}`, async () => {
      const store = mutate(createMemoryLedger());
      const result = await tortureLedger({ open: () => store, requests: 200 });
      expect(result.ok).toBe(false);
      expect(result[fault]).toBeGreaterThan(0);
      expect(result.problems).not.toEqual([]);
    });
  }
});

describe("tortureContract", () => {
  it("rejects with every problem that was found", async () => {
    const store = mutantOf("never recovers")(createMemoryLedger());
    const [torture] = tortureContract({ open: () => store, requests: 60, lease: 200 });
    await expect(torture?.run()).rejects.toThrow("still open");
  });
});

function mutantOf(defect: string): (store: LedgerStore) => LedgerStore {
  const mutate = { ...brokenLedgers, ...brokenBudgets }[defect];
  if (!mutate) throw new Error(`There is no ledger that ${defect}.`);
  return mutate;
}

function withRows(change: (rows: readonly FinalRow[]) => readonly FinalRow[]) {
  return (store: LedgerStore): LedgerStore => ({
    ...store,
    async rows(query) {
      const page = await store.rows(query);
      return { ...page, rows: change(page.rows) };
    },
  });
}
