import { DatabaseSync, StatementSync } from "node:sqlite";
import {
  type BudgetName,
  createMemoryLedger,
  type FinalRow,
  openRow,
  recoverRow,
  settleRow,
} from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { newPath } from "../test/support.js";
import { createSqliteStore } from "./create-store.js";

function openLedger(clock = createFakeClock()) {
  return createSqliteStore({ path: ":memory:", clock }).ledger;
}

describe("the ledger of a store", () => {
  it("takes nothing and writes nothing if the budget does not cover it", async () => {
    const ledger = openLedger();
    await ledger.credit({ id: "1", accountId: "account", nanoDollars: 15 });
    await ledger.reserve(reservationOf("1"), 1_000);
    await expect(ledger.reserve(reservationOf("2"), 1_000)).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
    expect(await ledger.balance("account")).toEqual({ limit: 15, spent: 0, reserved: 10 });
    expect(await ledger.countOpen()).toBe(1);
  });

  it("goes on after a refusal, and after a failure of the file", async () => {
    const ledger = openLedger();
    await ledger.credit({ id: "1", accountId: "account", nanoDollars: 10 });
    await expect(
      ledger.reserve(reservationOf("1", { reservedNanoDollars: 11 }), 1),
    ).rejects.toThrow();
    await expect(
      ledger.reserve(reservationOf("1", { reservedNanoDollars: 0.5 }), 1),
    ).rejects.toThrow();
    await ledger.reserve(reservationOf("1"), 1_000);
    expect(await ledger.balance("account")).toEqual({ limit: 10, spent: 0, reserved: 10 });
  });

  it("does in any order of calls what the ledger in memory does", async () => {
    const call = fc.record({
      action: fc.constantFrom("reserve", "settle", "release", "record", "heartbeat", "recover"),
      id: fc.nat(4).map(String),
      amount: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const start = Date.UTC(2026, 10, 21);
        const time = createFakeClock(start);
        const clock = {
          now: time.now,
          monotonic: () => time.now() - start,
          after: () => () => undefined,
        };
        const [ledger, model] = [openLedger(time), createMemoryLedger({ clock })];
        for (const each of [ledger, model]) {
          await each.credit({ id: "1", accountId: "account", nanoDollars: 40 });
        }
        for (const { action, id, amount } of calls) {
          time.advance(amount);
          const reservation = reservationOf(id, { reservedNanoDollars: 4 * Number(id) });
          const outcomes = await Promise.allSettled(
            [ledger, model].map((each) => {
              if (action === "reserve") return each.reserve(reservation, 20);
              if (action === "settle")
                return each.settle(settlementOf(id, { costNanoDollars: amount }));
              if (action === "release") return each.release(id, time.now());
              if (action === "heartbeat") {
                return each.heartbeat([{ attemptId: id, observed: { output: amount } }], 20);
              }
              if (action === "recover") return each.recover();
              return each.record(
                settleRow(openRow(reservation), settlementOf(id, { costNanoDollars: amount })),
              );
            }),
          );
          expect(outcomes[0]?.status).toBe(outcomes[1]?.status);
          expect(await ledger.balance("account")).toEqual(await model.balance("account"));
        }
        expect(await ledger.countOpen()).toBe(await model.countOpen());
        expect(byId((await ledger.rows()).rows)).toEqual(byId((await model.rows()).rows));
      }),
    );
  });

  it("keeps budgets, in any order of calls and over many days, as the ledger in memory does", async () => {
    const actions = ["reserve", "settle", "release", "record", "recover", "set", "remove", "wait"];
    const call = fc.record({
      action: fc.constantFrom(...actions),
      id: fc.nat(5).map(String),
      amount: fc.nat(10),
      budget: fc.constantFrom(...budgets),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const time = createFakeClock(Date.UTC(2026, 11, 30));
        const [ledger, model] = [openLedger(time), createMemoryLedger({ clock: time })];
        const lease = 20 * hour;
        for (const { action, id, amount, budget } of calls) {
          if (action === "wait") time.advance(amount * 5 * hour);
          const members = { keyId: `key ${amount % 2}`, reservedNanoDollars: 4 * amount };
          const reservation = reservationOf(id, members);
          const settlement = settlementOf(id, { costNanoDollars: amount });
          const outcomes = await Promise.allSettled(
            [ledger, model].map(async (each) => {
              if (action === "reserve") await each.reserve(reservation, lease);
              if (action === "settle") await each.settle(settlement);
              if (action === "release") await each.release(id, time.now());
              if (action === "record")
                await each.record(settleRow(openRow(reservation), settlement));
              if (action === "recover") await each.recover();
              if (action === "set") await each.setBudget({ ...budget, nanoDollars: 10 * amount });
              return action === "remove" ? each.removeBudget(budget) : undefined;
            }),
          );
          expect(outcomes[0]).toEqual(outcomes[1]);
          expect(await ledger.budgets("account")).toEqual(await model.budgets("account"));
          expect(await ledger.balance("account")).toEqual(await model.balance("account"));
        }
      }),
      { numRuns: repeats(100, 2_000) },
    );
  });

  it("shows balances and budgets while another process writes", async () => {
    const path = newPath();
    const { ledger, close } = createSqliteStore({ path });
    await ledger.setBudget({ accountId: "account", period: "day", nanoDollars: 5 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await ledger.budgets("account")).toMatchObject([{ nanoDollars: 5, spent: 0 }]);
    expect(await ledger.balance("account")).toEqual({ spent: 0, reserved: 0 });
    other.close();
    close();
  });

  it("costs a request without budgets no statement more than the row and its account", async () => {
    const ledger = openLedger();
    await ledger.credit({ id: "1", accountId: "account", nanoDollars: 40 });
    const run = vi.spyOn(StatementSync.prototype, "run");
    const get = vi.spyOn(StatementSync.prototype, "get");
    const all = vi.spyOn(StatementSync.prototype, "all");
    const count = () => run.mock.calls.length + get.mock.calls.length + all.mock.calls.length;
    await ledger.reserve(reservationOf("1"), 1_000);
    // BEGIN, the row, its account, COMMIT.
    expect(count()).toBe(4);
    await ledger.settle(settlementOf("1"));
    // BEGIN, the row, its account, COMMIT.
    expect(count()).toBe(8);
    await ledger.setBudget({ accountId: "other", period: "day", nanoDollars: 5 });
    const before = count();
    await ledger.reserve(reservationOf("2"), 1_000);
    expect(count() - before).toBe(4);
  });

  it("gives back what was reserved to the account that reserved it, whatever a record of the row says", async () => {
    const ledger = openLedger();
    await ledger.reserve(reservationOf("1"), 1_000);
    const elsewhere = openRow(reservationOf("1", { accountId: "another" }));
    await ledger.record(settleRow(elsewhere, settlementOf("1", { costNanoDollars: 4 })));
    expect(await ledger.balance("account")).toEqual({ spent: 4, reserved: 0 });
    expect(await ledger.balance("another")).toEqual({ spent: 0, reserved: 0 });
  });

  it("P01 recovers first the rows whose lease has passed for longest", async () => {
    const clock = createFakeClock();
    const ledger = openLedger(clock);
    for (const [id, lease] of [
      ["1", 3_000],
      ["2", 1_000],
      ["3", 2_000],
    ] as const) {
      await ledger.reserve(reservationOf(id), lease);
    }
    clock.advance(5_000);
    const recovered = await ledger.recover();
    expect(recovered.map(({ attemptId }) => attemptId)).toEqual(["2", "3", "1"]);
  });

  it("P01 recovers rows whose lease has passed, each once, as it was last known", async () => {
    const clock = createFakeClock();
    const ledger = openLedger(clock);
    for (const id of ["reserved", "observed", "alive"])
      await ledger.reserve(reservationOf(id), 1_000);
    await ledger.heartbeat([{ attemptId: "observed", observed: { output: 3 } }], 1_000);
    clock.advance(1_001);
    await ledger.heartbeat([{ attemptId: "alive", observed: {} }], 1_000);
    const observed = { ...openRow(reservationOf("observed")), observed: { output: 3 } };
    const recovered = byId(await ledger.recover());
    expect(recovered).toEqual([
      recoverRow(observed, clock.now()),
      recoverRow(openRow(reservationOf("reserved")), clock.now()),
    ]);
    expect(await ledger.recover()).toEqual([]);
    expect(byId((await ledger.rows()).rows)).toEqual(recovered);
    expect(await ledger.countOpen()).toBe(1);
  });

  it("gives no number twice, even if the owner of the file deletes old rows", async () => {
    const path = newPath();
    const { ledger, close } = createSqliteStore({ path });
    await ledger.record(
      settleRow(openRow(reservationOf("1")), settlementOf("1", { costNanoDollars: 1 })),
    );
    const { next } = await ledger.rows();
    const owner = new DatabaseSync(path);
    owner.exec("DELETE FROM attempts");
    owner.close();
    await ledger.record(
      settleRow(openRow(reservationOf("2")), settlementOf("2", { costNanoDollars: 1 })),
    );
    const following = await ledger.rows({ after: next });
    expect(following.rows.map(({ attemptId }) => attemptId)).toEqual(["2"]);
    close();
  });
});

const hour = 3_600_000;

const budgets: readonly BudgetName[] = (["day", "week", "month", "total"] as const).flatMap(
  (period) => [
    ...(period === "total" ? [] : [{ accountId: "account", period }]),
    { accountId: "account", keyId: "key 0", period },
  ],
);

function byId(rows: readonly FinalRow[]): readonly FinalRow[] {
  return rows.toSorted((one, other) => (one.attemptId < other.attemptId ? -1 : 1));
}
