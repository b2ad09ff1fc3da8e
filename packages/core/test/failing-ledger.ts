import {
  reservationOf as reservation,
  settlementOf as settlement,
} from "@diglot/test-support/rows";
import { flushPromises } from "@diglot/test-support/wait";
import { noUsage } from "../src/conversation/usage/usage.js";
import {
  type AttemptRow,
  type Clock,
  createMemoryLedger,
  type FinalUsage,
  type Ledger,
  type Outbox,
  type Reservation,
  type Settlement,
} from "../src/index.js";
import type { MaybePromise } from "../src/runtime/maybe-promise.js";

/** What a failing ledger does. */
export type Mode = "up" | "down" | "commits, then fails" | "hangs";

const settled: FinalUsage = {
  ...noUsage,
  output: 3,
  sources: { ...noUsage.sources, output: "reported" },
};

/** A reservation of 10 nano-dollars, whose output costs a nano-dollar for each token. */
export function reservationOf(attemptId: string, reservedNanoDollars = 10): Reservation {
  return reservation(attemptId, {
    accountId: "a",
    openedAt: 0,
    reservedNanoDollars,
    reservedTokens: { input: 40, output: 10 },
    prices: { input: 0, output: 0.001 },
  });
}

/** A settlement that costs 3 nano-dollars. */
export function settlementOf(attemptId: string, costNanoDollars = 3): Settlement {
  return settlement(attemptId, { usage: settled, costNanoDollars, settledAt: 1 });
}

/** An outbox in memory, and its rows. */
export function createListOutbox(): Outbox & { readonly rows: Map<string, AttemptRow> } {
  const rows = new Map<string, AttemptRow>();
  return {
    rows,
    put: async (row) => void rows.set(row.attemptId, row),
    list: async (limit) => [...rows.values()].slice(0, limit),
    remove: async (attemptId) => void rows.delete(attemptId),
    count: async () => rows.size,
  };
}

/** An outbox that acts at once, and takes a while to confirm it. */
export function createSlowOutbox() {
  const outbox = createListOutbox();
  const slowly =
    <Arguments extends unknown[], Result>(call: (...values: Arguments) => Promise<Result>) =>
    async (...values: Arguments) => {
      const result = await call(...values);
      await flushPromises();
      return result;
    };
  return {
    rows: outbox.rows,
    put: slowly(outbox.put),
    list: slowly(outbox.list),
    remove: slowly(outbox.remove),
    count: slowly(outbox.count),
  };
}

/** A ledger that fails on command, with access to its records. */
export function createFailingLedger(budget = 100, clock?: Clock) {
  const records = createMemoryLedger({ budgets: { a: budget }, clock });
  const calls: string[] = [];
  let mode: Mode = "up";
  const failing = <Arguments extends unknown[], Result>(
    name: string,
    call: (...values: Arguments) => MaybePromise<Result>,
  ) => {
    return async (...values: Arguments): Promise<Result> => {
      calls.push(name);
      if (mode === "down") throw new Error("no connection");
      if (mode === "hangs") return new Promise(() => undefined);
      const result = await call(...values);
      if (mode === "commits, then fails") throw new Error("connection lost");
      return result;
    };
  };
  const ledger: Ledger = {
    reserve: failing("reserve", records.reserve),
    heartbeat: failing("heartbeat", records.heartbeat),
    settle: failing("settle", records.settle),
    release: failing("release", records.release),
    recover: failing("recover", records.recover),
    record: failing("record", records.record),
  };
  return {
    ledger,
    records,
    calls,
    become(next: Mode) {
      mode = next;
    },
  };
}
