import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  createFailingLedger,
  createListOutbox,
  createSlowOutbox,
  reservationOf,
  settlementOf,
} from "../../../test/failing-ledger.js";
import { ServiceError } from "../../errors/service-error.js";
import type { AttemptRow, Ledger } from "../ledger/ledger.js";
import { openRow, settleRow } from "../ledger/rows.js";
import { type OutboxOptions, withOutbox } from "./with-outbox.js";

function createWorld(options: OutboxOptions = {}, outbox = createListOutbox()) {
  const clock = createFakeClock();
  const failing = createFailingLedger();
  const spooling = withOutbox(failing.ledger, outbox, { clock, ...options });
  return { ...failing, clock, outbox, spooling };
}

const states = (rows: readonly AttemptRow[]) =>
  rows.map(({ attemptId, state }) => `${attemptId} ${state}`);

describe("withOutbox", () => {
  it("names what it is not given", () => {
    const { ledger } = createFailingLedger();
    const outbox = createListOutbox();
    expect(() => withOutbox(5 as never, outbox)).toThrow('withOutbox: "ledger" must be a ledger');
    expect(() => withOutbox(ledger, 5 as never)).toThrow(
      'withOutbox: "outbox" must be an outbox, such as createSqliteOutbox() of @diglot/store-sqlite, not 5.',
    );
    expect(() => withOutbox(ledger, outbox, { timeout: -1 })).toThrow(
      'withOutbox: "timeout" must be',
    );
  });

  it("passes everything to a ledger that answers", async () => {
    const { spooling, records, outbox } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    expect(records.all()).toMatchObject([{ observed: { output: 2 } }]);
    expect(outbox.rows.size).toBe(0);
    await spooling.settle(settlementOf("1"));
    await spooling.reserve(reservationOf("2"), 1_000);
    await spooling.release("2", 5);
    await spooling.record(settleRow(openRow(reservationOf("3")), settlementOf("3")));
    expect(states(records.all())).toEqual(["1 settled", "2 released", "3 settled"]);
    expect(outbox.rows.size).toBe(0);
  });

  it("passes on what the ledger recovers", async () => {
    const { ledger, outbox, clock } = createWorld();
    const lost = [settleRow(openRow(reservationOf("1")), settlementOf("1"))];
    const spooling = withOutbox({ ...ledger, recover: async () => lost }, outbox, { clock });
    expect(await spooling.recover()).toBe(lost);
  });

  it("writes heartbeats and ends of rows that it did not open to the ledger", async () => {
    const { spooling, records, outbox } = createWorld();
    await records.reserve(reservationOf("1"), 1_000);
    await spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    expect(records.all()).toMatchObject([{ observed: { output: 2 } }]);
    await spooling.settle(settlementOf("1"));
    expect(states(records.all())).toEqual(["1 settled"]);
    expect(outbox.rows.size).toBe(0);
  });

  it("L01 settles a row that only the outbox has when the ledger is back before its end", async () => {
    const { spooling, records, become } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    become("up");
    expect(await spooling.flush()).toBe(1);
    await spooling.settle(settlementOf("1"));
    expect(await spooling.flush()).toBe(0);
    expect(records.all()).toMatchObject([{ state: "settled", costNanoDollars: 3 }]);
  });

  it("P01 keeps what a row in the outbox has used up to date, whether the ledger is down or not", async () => {
    const { spooling, outbox, become } = createWorld();
    const report = (output: number) =>
      spooling.heartbeat([{ attemptId: "1", observed: { output } }], 1_000);
    await spooling.reserve(reservationOf("1"), 1_000);
    become("down");
    await expect(report(2)).rejects.toThrow("no connection");
    become("up");
    await spooling.flush();
    await report(7);
    expect([...outbox.rows.values()]).toMatchObject([{ observed: { output: 7 } }]);
  });

  it("lets the ledger refuse an attempt that a budget does not cover", async () => {
    const { spooling } = createWorld();
    await expect(spooling.reserve(reservationOf("1", 101), 1_000)).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
  });

  it("L01 writes to the outbox while the ledger is down, and hands over when it is back", async () => {
    const { spooling, records, outbox, become, clock } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    expect(states([...outbox.rows.values()])).toEqual(["1 open"]);
    await spooling.settle(settlementOf("1"));
    expect(states([...outbox.rows.values()])).toEqual(["1 settled"]);
    become("up");
    clock.advance(2_000);
    expect(await spooling.flush()).toBe(0);
    expect(records.all()).toMatchObject([{ attemptId: "1", state: "settled", costNanoDollars: 3 }]);
    expect(await records.balance("a")).toEqual({ limit: 100, spent: 3, reserved: 0 });
  });

  it("L01 asks a ledger that is down again after a while, not with each reservation", async () => {
    const { spooling, calls, become, clock } = createWorld();
    become("down");
    for (const id of ["1", "2", "3"]) await spooling.reserve(reservationOf(id), 1_000);
    await flushPromises();
    expect(calls).toEqual(["reserve"]);
    clock.advance(2_000);
    await flushPromises();
    expect(calls).toEqual(["reserve", "release"]);
  });

  it("L02 keeps a settlement that the ledger cannot take", async () => {
    const { spooling, records, outbox, become } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    become("down");
    await spooling.settle(settlementOf("1"));
    expect(states(records.all())).toEqual(["1 open"]);
    become("up");
    await spooling.flush();
    expect(states(records.all())).toEqual(["1 settled"]);
    expect(outbox.rows.size).toBe(0);
  });

  it("L04 counts once what the ledger recorded without answering", async () => {
    const { spooling, records, become } = createWorld();
    become("commits, then fails");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.settle(settlementOf("1"));
    await spooling.flush();
    become("up");
    await spooling.flush();
    expect(states(records.all())).toEqual(["1 settled"]);
    expect(await records.balance("a")).toEqual({ limit: 100, spent: 3, reserved: 0 });
  });

  it("L03 waits for the ledger as long as its timeout, and no longer", async () => {
    const { spooling, outbox, become, clock } = createWorld({ timeout: 500 });
    become("hangs");
    const reserved = spooling.reserve(reservationOf("1"), 1_000);
    await flushPromises();
    clock.advance(499);
    await flushPromises();
    expect(outbox.rows.size).toBe(0);
    clock.advance(1);
    await reserved;
    expect(outbox.rows.size).toBe(1);
  });

  it("records the release of an attempt that was never sent", async () => {
    const { spooling, records, become } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.release("1", 5);
    become("up");
    await spooling.flush();
    expect(states(records.all())).toEqual(["1 released"]);
  });

  it("admits no attempt when the outbox is full", async () => {
    const { spooling, become } = createWorld({ maxRows: 1 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await expect(spooling.reserve(reservationOf("2"), 1_000)).rejects.toThrow(/full/);
  });

  it("admits no attempt when too much money is unchecked", async () => {
    const { spooling, become } = createWorld({ maxNanoDollars: 15 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await expect(spooling.reserve(reservationOf("2"), 1_000)).rejects.toThrow(/full/);
    become("up");
    await spooling.settle(settlementOf("1"));
    await spooling.flush();
    become("down");
    await spooling.reserve(reservationOf("3"), 1_000);
  });

  it("P01 recovers the rows of a former process from the outbox, and leaves those that still run", async () => {
    const { ledger, outbox, clock, records, become } = createWorld();
    become("down");
    const former = withOutbox(ledger, outbox, { clock });
    await former.reserve(reservationOf("reported"), 1_000);
    const reported = former.heartbeat([{ attemptId: "reported", observed: { output: 2 } }], 1_000);
    await expect(reported).rejects.toThrow(/down/);
    await former.reserve(reservationOf("never reported"), 1_000);
    const next = withOutbox(ledger, outbox, { clock });
    await next.reserve(reservationOf("runs"), 1_000);
    await flushPromises();
    become("up");
    expect(await next.flush()).toBe(1);
    expect(states(records.all())).toEqual(["reported recovered", "never reported recovered"]);
    expect(records.all()[0]).toMatchObject({ usage: { output: 2 }, end: "crash" });
  });

  it("P01 lets the next process know what an attempt has used, although the ledger went down before", async () => {
    const { ledger, spooling, outbox, clock, records, become } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    become("down");
    const reported = spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    await expect(reported).rejects.toThrow("no connection");
    become("up");
    expect(await withOutbox(ledger, outbox, { clock }).flush()).toBe(0);
    expect(records.all()).toMatchObject([{ state: "recovered", usage: { output: 2 } }]);
    expect(await records.balance("a")).toMatchObject({ reserved: 0 });
  });

  it("settles an attempt once whose row was in the outbox for a while", async () => {
    const { spooling, records, become } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    become("down");
    const reported = spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    await expect(reported).rejects.toThrow("no connection");
    become("up");
    expect(await spooling.flush()).toBe(1);
    await spooling.settle(settlementOf("1"));
    expect(await spooling.flush()).toBe(0);
    expect(records.all()).toMatchObject([{ state: "settled", costNanoDollars: 3 }]);
    expect(await records.balance("a")).toEqual({ limit: 100, spent: 3, reserved: 0 });
  });

  it("retries by itself until the ledger is back", async () => {
    const { spooling, records, become, clock, calls } = createWorld({ retry: 100 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.settle(settlementOf("1"));
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(100);
      await flushPromises();
    }
    expect(calls.filter((name) => name === "release").length).toBeGreaterThan(2);
    become("up");
    clock.advance(100);
    await flushPromises();
    expect(states(records.all())).toEqual(["1 settled"]);
    await spooling.close();
    expect(clock.pending).toBe(0);
  });

  it("keeps its limits for many attempts at once, and counts the rows of a former process", async () => {
    for (const limit of [{ maxRows: 5 }, { maxNanoDollars: 55 }]) {
      const { ledger, outbox, clock, spooling, become } = createWorld(limit);
      become("down");
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, number) =>
          spooling.reserve(reservationOf(`${number}`), 1_000),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      expect(outbox.rows.size).toBe(5);
      const next = withOutbox(ledger, outbox, { clock, ...limit });
      await expect(next.reserve(reservationOf("next"), 1_000)).rejects.toThrow(/full/);
    }
  });

  it("counts unchecked attempts, not those that the ledger had reserved", async () => {
    const { spooling, become } = createWorld({ maxNanoDollars: 25 });
    for (const id of ["1", "2"]) await spooling.reserve(reservationOf(id), 1_000);
    become("down");
    for (const id of ["1", "2"]) await spooling.settle(settlementOf(id));
    await spooling.reserve(reservationOf("3"), 1_000);
    await spooling.reserve(reservationOf("4"), 1_000);
    const third = spooling.reserve(reservationOf("5"), 1_000);
    await expect(third).rejects.toThrow(/full/);
    // It cost 3 of the 10 that were reserved.
    await spooling.settle(settlementOf("3"));
    await spooling.reserve(reservationOf("6"), 1_000);
  });

  it("does not count rows that it could not write", async () => {
    const broken = createListOutbox();
    const { spooling, become } = createWorld(
      { maxRows: 1 },
      {
        ...broken,
        put: async (row) => {
          if (row.attemptId === "1") throw new Error("disk full");
          await broken.put(row);
        },
      },
    );
    become("down");
    await expect(spooling.reserve(reservationOf("1"), 1_000)).rejects.toThrow("disk full");
    await spooling.reserve(reservationOf("2"), 1_000);
  });

  it("P01 recovers a row that the outbox wrote although it failed", async () => {
    const broken = createListOutbox();
    const put = async (row: AttemptRow) => {
      await broken.put(row);
      throw new Error("disk full");
    };
    const { spooling, records, become } = createWorld({}, { ...broken, put });
    become("down");
    await expect(spooling.reserve(reservationOf("1"), 1_000)).rejects.toThrow("disk full");
    become("up");
    expect(await spooling.flush()).toBe(0);
    expect(states(records.all())).toEqual(["1 recovered"]);
  });

  it("does not take an attempt for lost that begins or ends while rows are handed over", async () => {
    const { spooling, records, outbox, become } = createWorld({}, createSlowOutbox());
    become("down");
    await spooling.reserve(reservationOf("ends"), 1_000);
    become("up");
    const flushed = spooling.flush();
    become("down");
    const begun = spooling.reserve(reservationOf("begins"), 1_000);
    become("up");
    await Promise.all([flushed, begun, spooling.settle(settlementOf("ends")), spooling.flush()]);
    await spooling.flush();
    expect(states([...records.all(), ...outbox.rows.values()])).toEqual([
      "ends settled",
      "begins open",
    ]);
  });

  it("writes no heartbeat after the end of a row", async () => {
    const { spooling, records, become } = createWorld({}, createSlowOutbox());
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    const ended = spooling.settle(settlementOf("1"));
    const reported = spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    await expect(reported).rejects.toThrow(/down/);
    await ended;
    become("up");
    await spooling.flush();
    expect(records.all()).toMatchObject([{ state: "settled", costNanoDollars: 3 }]);
  });

  it("never lets an unanswered heartbeat undo the end of a row", async () => {
    const { spooling, records, become, clock } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    become("hangs");
    const reported = spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    await flushPromises();
    become("down");
    await spooling.reserve(reservationOf("2"), 1_000);
    await spooling.settle(settlementOf("1"));
    clock.advance(1_000);
    await expect(reported).rejects.toThrow(/within/);
    become("up");
    await spooling.flush();
    expect(records.all()).toMatchObject([{ attemptId: "1", state: "settled", costNanoDollars: 3 }]);
  });

  it("L04 sends heartbeats for a row whose reservation the ledger recorded without answering", async () => {
    const { spooling, records, become } = createWorld();
    become("commits, then fails");
    await spooling.reserve(reservationOf("1"), 1_000);
    become("up");
    await spooling.flush();
    await spooling.heartbeat([{ attemptId: "1", observed: { output: 2 } }], 1_000);
    expect(records.all()).toMatchObject([{ state: "open", observed: { output: 2 } }]);
  });

  it("L05 hands over the rows behind a row that the ledger refuses, and asks the ledger as before", async () => {
    const { ledger, records, outbox, clock, become } = createWorld();
    const refusing: Ledger = {
      ...ledger,
      async record(row) {
        if (row.attemptId === "bad") throw new Error("constraint violated");
        await ledger.record(row);
      },
    };
    const spooling = withOutbox(refusing, outbox, { clock });
    become("down");
    for (const id of ["bad", "good"]) {
      await spooling.reserve(reservationOf(id), 1_000);
      await spooling.settle(settlementOf(id));
    }
    become("up");
    await spooling.flush();
    expect(await spooling.flush()).toBe(1);
    expect(states(records.all())).toEqual(["good settled"]);
    await spooling.reserve(reservationOf("checked"), 1_000);
    expect(states(records.all())).toEqual(["good settled", "checked open"]);
  });

  it("believes a ledger that reports that it is down", async () => {
    const { ledger, clock, outbox } = createWorld();
    const reserve = async () => {
      throw new ServiceError({ kind: "store_unavailable", message: "Down." });
    };
    const spooling = withOutbox({ ...ledger, reserve }, outbox, { clock });
    await spooling.reserve(reservationOf("1"), 1_000);
    expect(states([...outbox.rows.values()])).toEqual(["1 open"]);
  });

  it("asks a ledger that is down only whether it is back", async () => {
    const { spooling, calls, become, clock } = createWorld({ retry: 100 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await expect(spooling.heartbeat([], 1_000)).rejects.toThrow(/down/);
    await expect(spooling.recover()).rejects.toThrow(/down/);
    clock.advance(100);
    await flushPromises();
    expect(calls).toEqual(["reserve", "release", "release"]);
    await spooling.close();
  });
});
