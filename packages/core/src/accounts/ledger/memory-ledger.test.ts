import { createFakeClock } from "@diglot/test-support/clock";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reservationOf, settlementOf } from "../../../test/rows.js";
import type { Check } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { validLedger } from "./ledger.js";
import { createMemoryLedger } from "./memory-ledger.js";
import { validRecords } from "./records.js";
import { openRow, settleRow } from "./rows.js";

const lease = 60_000;

describe("createMemoryLedger", () => {
  it("deducts the reservation, and returns at the settlement what was not spent", async () => {
    // With all options, since their check is made for the first ledger.
    const ledger = createMemoryLedger({
      ...{ budgets: { b: 1 }, keepRows: 10, clock: createFakeClock() },
    });
    await ledger.reserve(reservationOf("1", 10), lease);
    expect(await ledger.balance("a")).toEqual({ spent: 0, reserved: 10 });
    await ledger.settle(settlementOf("1", 4));
    expect(await ledger.balance("a")).toEqual({ spent: 4, reserved: 0 });
    expect(ledger.all()).toEqual([
      settleRow(openRow(reservationOf("1", 10)), settlementOf("1", 4)),
    ]);
  });

  it("refuses an attempt that the budget does not cover, and writes no row for it", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 25 } });
    await ledger.reserve(reservationOf("1", 10), lease);
    await ledger.reserve(reservationOf("2", 10), lease);
    await expect(ledger.reserve(reservationOf("3", 10), lease)).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
    expect(ledger.all()).toHaveLength(2);
    await ledger.reserve(reservationOf("4", 5), lease);
    await ledger.reserve(reservationOf("5", 1_000, "other"), lease);
  });

  it.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY, 2 ** 53])(
    "refuses the amount %s, which would not limit anything",
    async (amount) => {
      expect(() => createMemoryLedger({ budgets: { a: amount } })).toThrow(TypeError);
      const ledger = createMemoryLedger({ budgets: { a: 10 } });
      const credit = ledger.credit({ id: "1", accountId: "a", nanoDollars: amount });
      await expect(credit).rejects.toThrow(TypeError);
      expect(await ledger.balance("a")).toEqual({ limit: 10, spent: 0, reserved: 0 });
    },
  );

  it("refuses a credit with which the sum would not be exact", async () => {
    const ledger = createMemoryLedger({ budgets: { a: Number.MAX_SAFE_INTEGER } });
    const credit = (id: string, nanoDollars: number) =>
      ledger.credit({ id, accountId: "a", nanoDollars });
    await expect(credit("1", 1)).rejects.toThrow("All credits of an account together");
    expect(await credit("1", -1)).toMatchObject({ limit: Number.MAX_SAFE_INTEGER - 1 });
  });

  it("Q01 admits exactly as many concurrent requests as the budget covers", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 35 } });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        ledger.reserve(reservationOf(`${index}`, 10), lease),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await ledger.balance("a")).toEqual({ limit: 35, spent: 0, reserved: 30 });
  });

  it("finds the budget of an account with an odd name, and no other", async () => {
    const ledger = createMemoryLedger({ budgets: { constructor: 5 } });
    await expect(
      ledger.reserve(reservationOf("1", 10, "constructor"), lease),
    ).rejects.toMatchObject({ kind: "budget_exhausted" });
    await ledger.reserve(reservationOf("2", 10, "toString"), lease);
  });

  it("adds a credit to the budget that the account had from the start, once", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 5 } });
    const credit = { id: "c", accountId: "a", nanoDollars: 10 };
    await ledger.credit(credit);
    expect(await ledger.credit(credit)).toEqual({ limit: 15, spent: 0, reserved: 0 });
    expect(await ledger.credit({ ...credit, id: "d", accountId: "b" })).toMatchObject({
      limit: 10,
    });
  });

  it("drops the oldest final rows, and no open row", async () => {
    const ledger = createMemoryLedger({ keepRows: 2 });
    for (const id of ["1", "2", "3", "4"]) await ledger.reserve(reservationOf(id, 10), lease);
    for (const id of ["2", "3", "4"]) await ledger.settle(settlementOf(id, 1));
    await ledger.reserve(reservationOf("5", 10), lease);
    expect(ledger.all().map(({ attemptId }) => attemptId)).toEqual(["3", "4", "1", "5"]);
    expect(await ledger.balance("a")).toEqual({ spent: 3, reserved: 20 });
  });

  it("recovers only rows whose lease has expired, a thousand at once", async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger({ clock });
    for (let id = 0; id < 1_500; id++) await ledger.reserve(reservationOf(`${id}`, 1), lease);
    await ledger.reserve(reservationOf("longer", 1), lease + 1);
    clock.advance(lease);
    expect(await ledger.recover()).toEqual([]);
    clock.advance(1);
    expect([(await ledger.recover()).length, (await ledger.recover()).length]).toEqual([
      1_000, 500,
    ]);
    expect(ledger.all().filter(({ state }) => state === "open")).toMatchObject([
      { attemptId: "longer" },
    ]);
  });

  it("renews the lease of a row by a heartbeat, which says what its attempt has used", async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger({ clock });
    for (const id of ["1", "2"]) await ledger.reserve(reservationOf(id, 10), 10);
    clock.advance(8);
    await ledger.heartbeat([{ attemptId: "1", observed: { output: 3 } }], 10);
    clock.advance(10);
    expect(await ledger.recover()).toMatchObject([{ attemptId: "2", state: "recovered" }]);
    clock.advance(1);
    expect(await ledger.recover()).toMatchObject([
      { attemptId: "1", state: "recovered", usage: { output: 3 } },
    ]);
  });

  it("T01 measures leases by a clock that does not jump", async () => {
    const clock = createFakeClock();
    let now = clock.now();
    const ledger = createMemoryLedger({ clock: { ...clock, now: () => now } });
    await ledger.reserve(reservationOf("1", 10), lease);
    now += 365 * 86_400_000;
    expect(await ledger.recover()).toEqual([]);
  });
});

describe("the records of the in-memory ledger", () => {
  it("are read page by page, summed and counted", async () => {
    const ledger = createMemoryLedger();
    for (const id of ["1", "2", "3"]) await ledger.reserve(reservationOf(id, 10), lease);
    await ledger.settle(settlementOf("1", 4));
    await ledger.release("2", 5);
    const { rows, next } = await ledger.rows({ limit: 1 });
    expect(rows).toMatchObject([{ attemptId: "1", state: "settled" }]);
    expect((await ledger.rows({ after: next })).rows).toMatchObject([
      { attemptId: "2", state: "released", settledAt: 5 },
    ]);
    expect((await ledger.rows()).rows).toHaveLength(2);
    const sums = await ledger.usage({ from: 0, to: 10, groupBy: ["account"] });
    expect(sums).toMatchObject([{ accountId: "a", attempts: 1, costNanoDollars: 4 }]);
    expect(await ledger.countOpen()).toBe(1);
  });

  it("remember the position of each reader", async () => {
    const ledger = createMemoryLedger();
    await ledger.writeCursor("one", "7");
    await ledger.writeCursor("one", "8");
    expect([await ledger.readCursor("one"), await ledger.readCursor("other")]).toEqual([
      "8",
      undefined,
    ]);
  });

  it("leave final rows as they are", async () => {
    const ledger = createMemoryLedger();
    await ledger.reserve(reservationOf("1", 10), lease);
    await ledger.settle(settlementOf("1", 4));
    const before = ledger.all();
    await ledger.reserve(reservationOf("1", 10), lease);
    await ledger.settle(settlementOf("1", 9));
    await ledger.release("1", 5);
    await ledger.heartbeat([{ attemptId: "1", observed: { output: 9 } }], lease);
    await ledger.record(settleRow(openRow(reservationOf("1", 10)), settlementOf("1", 9)));
    expect(ledger.all()).toEqual(before);
    expect(await ledger.balance("a")).toEqual({ spent: 4, reserved: 0 });
  });

  it("name the budget and the credit that are no whole numbers, and a credit whose id was used", async () => {
    expect(() => createMemoryLedger({ budgets: { a: 0.5 } })).toThrow(
      'createMemoryLedger: "budgets.a" must be a whole number of nano-dollars, not 0.5.',
    );
    const ledger = createMemoryLedger();
    const credit = { id: "c", accountId: "a", nanoDollars: 5 };
    await expect(ledger.credit({ ...credit, nanoDollars: 0.5 })).rejects.toThrow(
      'ledger.credit: "nanoDollars" must be a whole number of nano-dollars, not 0.5.',
    );
    await ledger.credit(credit);
    for (const change of [{ accountId: "b" }, { nanoDollars: 6 }]) {
      await expect(ledger.credit({ ...credit, ...change })).rejects.toThrow(
        'The id "c" belongs to another credit.',
      );
    }
  });

  it("say why a reservation is refused", async () => {
    const ledger = createMemoryLedger({ budgets: { a: 9 } });
    await expect(ledger.reserve(reservationOf("1", 10), lease)).rejects.toThrow(
      "The account's credit does not cover this request, which may cost $0.00000001: $0.000000009 is left.",
    );
  });
});

describe("the checks of ledgers", () => {
  const problem = (check: Check, value: unknown) => () =>
    checkOptions("createService", value, check, "ledger");

  it("take one in memory, and name it where another thing is given", () => {
    expect(problem(validLedger, createMemoryLedger())).not.toThrow();
    expect(problem(validRecords, createMemoryLedger())).not.toThrow();
    expect(problem(validLedger, 5)).toThrow(
      'createService: "ledger" must be a ledger, such as createMemoryLedger(), not 5.',
    );
    expect(problem(validRecords, 5)).toThrow(
      'createService: "ledger" must be a ledger that can be read, such as createMemoryLedger() and unlike withOutbox(), not 5.',
    );
  });
});

/** The same ledger in a few lines: what is spent, what is reserved, and the state of each row. */
function createModel(limit: number) {
  const rows = new Map<string, { state: string; reserved: number; cost: number; end: number }>();
  const credits = new Map<string, number>();
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const of = (open: boolean) => [...rows.values()].filter((row) => (row.state === "open") === open);
  const balance = () => ({
    limit,
    spent: sum(of(false).map(({ cost }) => cost)),
    reserved: sum(of(true).map(({ reserved }) => reserved)),
  });
  return {
    balance,
    states: () => [...rows].map(([id, { state }]) => `${id} ${state}`).sort(),
    reserve(id: string, reserved: number, end: number): boolean {
      if (rows.has(id)) return true;
      const { spent, reserved: taken } = balance();
      if (spent + taken + reserved > limit) return false;
      rows.set(id, { state: "open", reserved, cost: 0, end });
      return true;
    },
    finish(id: string, state: string, cost: number): void {
      const row = rows.get(id);
      if (row?.state === "open") rows.set(id, { ...row, state, cost });
    },
    record(id: string, cost: number): void {
      if (rows.has(id)) this.finish(id, "settled", cost);
      else rows.set(id, { state: "settled", reserved: 0, cost, end: 0 });
    },
    heartbeat(id: string, end: number): void {
      const row = rows.get(id);
      if (row?.state === "open") row.end = end;
    },
    recover(now: number): void {
      for (const [id, row] of rows) {
        if (row.end < now) this.finish(id, "recovered", 0);
      }
    },
    credit(id: string, amount: number): boolean {
      const given = credits.get(id);
      if (given === undefined) limit += amount;
      credits.set(id, given ?? amount);
      return given === undefined || given === amount;
    },
  };
}

const action = fc.record({
  name: fc.constantFrom(
    ...([
      "reserve",
      "settle",
      "release",
      "heartbeat",
      "wait",
      "recover",
      "record",
      "credit",
    ] as const),
  ),
  id: fc.nat(5).map(String),
  amount: fc.nat(10),
});

describe("the in-memory ledger and a model of it", () => {
  it("agree after every action of any history, duplicates, credits and lost leases included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const clock = createFakeClock();
        const ledger = createMemoryLedger({ budgets: { a: 20 }, clock });
        const model = createModel(20);
        for (const { name, id, amount } of actions) {
          if (name === "reserve") {
            const taken = await Promise.resolve(ledger.reserve(reservationOf(id, amount), 10)).then(
              () => true,
              () => false,
            );
            expect(taken).toBe(model.reserve(id, amount, clock.monotonic() + 10));
          } else if (name === "settle") {
            await ledger.settle(settlementOf(id, amount));
            model.finish(id, "settled", amount);
          } else if (name === "release") {
            await ledger.release(id, clock.now());
            model.finish(id, "released", 0);
          } else if (name === "heartbeat") {
            await ledger.heartbeat([{ attemptId: id, observed: {} }], 10);
            model.heartbeat(id, clock.monotonic() + 10);
          } else if (name === "wait") clock.advance(amount);
          else if (name === "recover") {
            await ledger.recover();
            model.recover(clock.monotonic());
          } else if (name === "record") {
            await ledger.record(settleRow(openRow(reservationOf(id, 3)), settlementOf(id, amount)));
            model.record(id, amount);
          } else {
            const given = await ledger.credit({ id, accountId: "a", nanoDollars: amount }).then(
              () => true,
              () => false,
            );
            expect(given).toBe(model.credit(id, amount));
          }
          expect(await ledger.balance("a")).toEqual(model.balance());
          const states = ledger.all().map((row) => `${row.attemptId} ${row.state}`);
          expect(states.sort()).toEqual(model.states());
        }
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });

  it("Q01 never spend and reserve more than the limit, while no attempt is settled above its reservation", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const ledger = createMemoryLedger({ budgets: { a: 20 } });
        for (const { name, id, amount } of actions) {
          if (name === "reserve") {
            await Promise.resolve(ledger.reserve(reservationOf(id, amount), 10)).catch(
              () => undefined,
            );
          } else if (name === "settle") {
            const row = ledger.all().find(({ attemptId }) => attemptId === id);
            await ledger.settle(settlementOf(id, Math.min(amount, row?.reservedNanoDollars ?? 0)));
          } else if (name === "release") await ledger.release(id, 2);
          const { spent, reserved } = await ledger.balance("a");
          expect(spent + reserved).toBeLessThanOrEqual(20);
          expect(Math.min(spent, reserved)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
