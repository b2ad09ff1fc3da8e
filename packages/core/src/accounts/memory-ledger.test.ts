import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reservation, Settlement } from "./ledger.js";
import { createMemoryLedger } from "./memory-ledger.js";

function reservationOf(attemptId: string, reservedNanoDollars = 10, accountId = "a"): Reservation {
  return {
    attemptId,
    requestId: "r",
    accountId,
    keyId: "k",
    model: "m",
    format: "messages",
    openedAt: 1,
    reservedNanoDollars,
    reservedTokens: { input: 1, output: 1 },
  };
}

function settlementOf(attemptId: string, costNanoDollars: number): Settlement {
  const usage = {
    input: 1,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteLong: 0,
    output: 1,
    reasoning: 0,
    source: "reported",
  } as const;
  return { attemptId, usage, costNanoDollars, end: "completed", settledAt: 2 };
}

describe("createMemoryLedger", () => {
  it("takes the reservation, and gives back at the settlement what was not spent", async () => {
    const ledger = createMemoryLedger();
    await ledger.reserve(reservationOf("1", 10));
    expect(await ledger.balance("a")).toEqual({ spent: 0, reserved: 10 });
    await ledger.settle(settlementOf("1", 4));
    expect(await ledger.balance("a")).toEqual({ spent: 4, reserved: 0 });
    expect(ledger.all()).toMatchObject([
      { attemptId: "1", state: "settled", costNanoDollars: 4, end: "completed", openedAt: 1 },
    ]);
  });

  it("gives everything back when an attempt never left", async () => {
    const ledger = createMemoryLedger();
    await ledger.reserve(reservationOf("1"));
    await ledger.release("1");
    expect(await ledger.balance("a")).toEqual({ spent: 0, reserved: 0 });
    expect(ledger.all()).toMatchObject([{ state: "released" }]);
  });

  it("ends each row once: repeated and late calls change nothing", async () => {
    const ledger = createMemoryLedger();
    await ledger.reserve(reservationOf("1"));
    await ledger.reserve(reservationOf("1"));
    await ledger.settle(settlementOf("1", 4));
    await ledger.settle(settlementOf("1", 9));
    await ledger.release("1");
    await ledger.reserve(reservationOf("1"));
    await ledger.settle(settlementOf("unknown", 9));
    await ledger.release("unknown");
    expect(await ledger.balance("a")).toEqual({ spent: 4, reserved: 0 });
    expect(ledger.all()).toHaveLength(1);
  });

  it("refuses what the budget does not cover, and writes no row for it", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 25 } });
    await ledger.reserve(reservationOf("1"));
    await ledger.reserve(reservationOf("2"));
    await expect(ledger.reserve(reservationOf("3"))).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
    expect(ledger.all()).toHaveLength(2);
    await ledger.reserve(reservationOf("4", 5));
    await ledger.reserve(reservationOf("5", 1_000, "other"));
  });

  it("Q01 lets exactly so many concurrent requests in as the budget covers", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 35 } });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => ledger.reserve(reservationOf(`${index}`))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await ledger.balance("a")).toEqual({ spent: 0, reserved: 30 });
  });

  it("finds the budget of an account with an odd name, and no other", async () => {
    const ledger = createMemoryLedger({ budgets: { constructor: 5 } });
    await expect(ledger.reserve(reservationOf("1", 10, "constructor"))).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
    await ledger.reserve(reservationOf("2", 10, "toString"));
  });

  it("forgets the oldest final rows, and no open one", async () => {
    const ledger = createMemoryLedger({ keepRows: 2 });
    for (const id of ["1", "2", "3", "4"]) await ledger.reserve(reservationOf(id));
    expect(ledger.all()).toHaveLength(4);
    await ledger.settle(settlementOf("2", 1));
    await ledger.settle(settlementOf("3", 1));
    await ledger.reserve(reservationOf("5"));
    expect(ledger.all().map(({ attemptId }) => attemptId)).toEqual(["1", "4", "5"]);
    expect(await ledger.balance("a")).toEqual({ spent: 2, reserved: 30 });
  });

  it("never spends or reserves more than the budget, in any order of calls", async () => {
    const call = fc.record({
      action: fc.constantFrom("reserve", "settle", "release"),
      id: fc.nat(5).map(String),
      amount: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const ledger = createMemoryLedger({ budgets: { a: 20 } });
        for (const { action, id, amount } of calls) {
          if (action === "reserve") {
            await ledger.reserve(reservationOf(id, amount)).catch(() => undefined);
          } else if (action === "release") await ledger.release(id);
          else {
            const row = ledger.all().find(({ attemptId }) => attemptId === id);
            const cost = Math.min(amount, row?.reservedNanoDollars ?? 0);
            await ledger.settle(settlementOf(id, cost));
          }
          const { spent, reserved } = await ledger.balance("a");
          expect(spent + reserved).toBeLessThanOrEqual(20);
          expect(Math.min(spent, reserved)).toBeGreaterThanOrEqual(0);
        }
        const rows = ledger.all();
        const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
        expect(await ledger.balance("a")).toEqual({
          spent: sum(rows.map((row) => (row.state === "settled" ? row.costNanoDollars : 0))),
          reserved: sum(rows.map((row) => (row.state === "open" ? row.reservedNanoDollars : 0))),
        });
      }),
    );
  });
});
