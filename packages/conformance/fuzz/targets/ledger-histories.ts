import assert from "node:assert/strict";
import type { LedgerStore } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import fc from "fast-check";
import { anyStore, closeStores, openStore, readRows, uniqueName } from "../stores.js";
import { targetOf } from "../target.js";
import {
  accountOf,
  balanceOf,
  createLedgerModel,
  type LedgerModel,
  type LedgerStep,
  takeStep,
} from "./ledger-model.js";

/** What happens to a ledger, one call after the other. */
interface Case {
  readonly store: string;
  readonly steps: readonly LedgerStep[];
}

const attempt = fc.nat(5);
const amount = fc.nat(30);
const isLost = fc.boolean();

const step: fc.Arbitrary<LedgerStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("reserve" as const), attempt, amount, isLost }),
  },
  fc.record({ do: fc.constant("heartbeat" as const), attempt, isLost }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("settle" as const, "record" as const),
      attempt,
      cost: amount,
    }),
  },
  fc.record({ do: fc.constant("release" as const), attempt }),
  fc.record({ do: fc.constant("recover" as const) }),
  fc.record({
    do: fc.constant("credit" as const),
    credit: fc.nat(3),
    account: fc.nat(1),
    amount: fc.integer({ min: -20, max: 60 }),
  }),
);

const cases: fc.Arbitrary<Case> = fc.record({
  store: anyStore,
  steps: fc.array(step, { maxLength: 30 }),
});

/** The ledgers. */
export const ledgerHistories = targetOf({
  name: "ledger-histories",
  promise: "Each ledger ends with the rows and balances of a model of 30 lines.",
  cases,
  async check({ store, steps }: Case) {
    const opened = await openStore(store);
    const names = namesOf();
    const model = createLedgerModel();
    for (const next of steps) {
      const expected = takeStep(model, next);
      assert.equal(await call(opened.ledger, next, names), expected, `After ${next.do}.`);
      await assertBalances(opened.ledger, model, names);
    }
    await assertRows(opened.ledger, model, names);
    opened.close();
  },
  close: closeStores,
});

/** The ids of one history: no other one has them. */
interface Names {
  readonly attempt: (index: number) => string;
  readonly account: (index: number) => string;
  readonly credit: (index: number) => string;
}

function namesOf(): Names {
  const prefix = uniqueName();
  return {
    attempt: (index) => `${prefix}-attempt-${index}`,
    account: (index) => `${prefix}-account-${index}`,
    credit: (index) => `${prefix}-credit-${index}`,
  };
}

/** Calls a ledger. @returns whether it refused */
async function call(ledger: LedgerStore, step: LedgerStep, names: Names) {
  try {
    await toCall(ledger, step, names);
    return "done";
  } catch (error) {
    const { kind, message } = error as { kind?: string; message: string };
    if (kind === "budget_exhausted" || (step.do === "credit" && kind === undefined))
      return "refused";
    throw new Error(`${step.do} failed: ${message}`, { cause: error });
  }
}

async function toCall(ledger: LedgerStore, step: LedgerStep, names: Names): Promise<unknown> {
  switch (step.do) {
    case "reserve":
      return ledger.reserve(reservationIn(step.attempt, step.amount, names), leaseOf(step));
    case "heartbeat": {
      const observed = { output: step.attempt };
      return ledger.heartbeat(
        [{ attemptId: names.attempt(step.attempt), observed }],
        leaseOf(step),
      );
    }
    case "settle":
      return ledger.settle(settlementIn(step.attempt, step.cost, names));
    case "record":
      return ledger.record({
        ...reservationIn(step.attempt, 0, names),
        ...settlementIn(step.attempt, step.cost, names),
        state: "settled",
      });
    case "release":
      return ledger.release(names.attempt(step.attempt), 3_000);
    case "credit":
      return ledger.credit({
        id: names.credit(step.credit),
        accountId: names.account(step.account),
        nanoDollars: step.amount,
      });
    case "recover":
      return ledger.recover();
  }
}

/** Milliseconds: a lease that is over before it begins, or one that no history outlives. */
function leaseOf({ isLost }: { readonly isLost: boolean }): number {
  return isLost ? -60_000 : 3_600_000;
}

function reservationIn(attempt: number, reservedNanoDollars: number, names: Names) {
  const accountId = names.account(accountOf(attempt));
  return reservationOf(names.attempt(attempt), { accountId, reservedNanoDollars });
}

function settlementIn(attempt: number, costNanoDollars: number, names: Names) {
  return settlementOf(names.attempt(attempt), { costNanoDollars });
}

async function assertBalances(ledger: LedgerStore, model: LedgerModel, names: Names) {
  for (const account of [0, 1]) {
    const { limit, spent, reserved } = await ledger.balance(names.account(account));
    assert.deepEqual({ limit, spent, reserved }, balanceOf(model, account), "The balance differs.");
  }
}

/** The final rows are those of the model, each once, and their sums are the balances. */
async function assertRows(ledger: LedgerStore, model: LedgerModel, names: Names) {
  for (const account of [0, 1]) {
    const rows = await readRows(ledger, names.account(account));
    const found = rows.map(({ attemptId, state, costNanoDollars }) => [
      attemptId,
      state,
      costNanoDollars,
    ]);
    const expected = [...model.rows]
      .filter(([, row]) => row.account === account && row.state !== "open")
      .map(([index, { state, cost }]) => [names.attempt(index), state, cost]);
    assert.deepEqual(found.toSorted(), expected.toSorted(), "The rows differ.");
  }
}
