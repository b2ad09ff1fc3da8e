import { describe, expect, it } from "vitest";
import { createFakeClock, flushPromises } from "../../test/fake-clock.js";
import type { FinalUsage } from "../conversation/usage.js";
import { noUsage } from "../conversation/usage.js";
import type { AttemptRow, Ledger, Reservation, Settlement } from "./ledger.js";
import { createMemoryLedger } from "./memory-ledger.js";
import type { Outbox } from "./outbox.js";
import { type OutboxOptions, withOutbox } from "./with-outbox.js";

type Mode = "up" | "down" | "commits, then fails" | "hangs";

const settled: FinalUsage = {
  ...noUsage,
  output: 3,
  sources: { ...noUsage.sources, output: "reported" },
};

function reservationOf(attemptId: string, reservedNanoDollars = 10): Reservation {
  return {
    attemptId,
    requestId: "r",
    accountId: "a",
    keyId: "k",
    model: "m",
    format: "messages",
    openedAt: 0,
    reservedNanoDollars,
    reservedTokens: { input: 40, output: 10 },
    prices: { input: 0, output: 0.001 },
    onCallerGone: "bill-observed",
  };
}

function settlementOf(attemptId: string, costNanoDollars = 3): Settlement {
  return { attemptId, usage: settled, costNanoDollars, end: "completed", settledAt: 1 };
}

function createListOutbox(): Outbox & { readonly rows: Map<string, AttemptRow> } {
  const rows = new Map<string, AttemptRow>();
  return {
    rows,
    put: async (row) => void rows.set(row.attemptId, row),
    list: async (limit) => [...rows.values()].slice(0, limit),
    remove: async (attemptId) => void rows.delete(attemptId),
    count: async () => rows.size,
  };
}

/** A ledger that fails as it is told, with what is in its books. */
function createFailingLedger() {
  const books = createMemoryLedger({ budgets: { a: 100 } });
  const calls: string[] = [];
  let mode: Mode = "up";
  const failing = <Arguments extends unknown[], Result>(
    name: string,
    call: (...values: Arguments) => Promise<Result>,
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
    reserve: failing("reserve", books.reserve),
    beat: failing("beat", books.beat),
    settle: failing("settle", books.settle),
    release: failing("release", books.release),
    recover: failing("recover", books.recover),
    record: failing("record", books.record),
  };
  return {
    ledger,
    books,
    calls,
    become(next: Mode) {
      mode = next;
    },
  };
}

function createWorld(options: OutboxOptions = {}) {
  const clock = createFakeClock();
  const outbox = createListOutbox();
  const failing = createFailingLedger();
  const spooling = withOutbox(failing.ledger, outbox, { clock, ...options });
  return { ...failing, clock, outbox, spooling };
}

const states = (rows: readonly AttemptRow[]) =>
  rows.map(({ attemptId, state }) => `${attemptId} ${state}`);

describe("withOutbox", () => {
  it("leaves everything to a ledger that answers", async () => {
    const { spooling, books, outbox } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.settle(settlementOf("1"));
    expect(states(books.all())).toEqual(["1 settled"]);
    expect(outbox.rows.size).toBe(0);
  });

  it("lets the ledger refuse what a budget does not cover", async () => {
    const { spooling } = createWorld();
    await expect(spooling.reserve(reservationOf("1", 101), 1_000)).rejects.toMatchObject({
      kind: "budget_exhausted",
    });
  });

  it("L01 goes on in the outbox while the ledger is down, and hands over when it is back", async () => {
    const { spooling, books, outbox, become, clock } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    expect(states([...outbox.rows.values()])).toEqual(["1 open"]);
    await spooling.settle(settlementOf("1"));
    expect(states([...outbox.rows.values()])).toEqual(["1 settled"]);
    become("up");
    clock.advance(2_000);
    expect(await spooling.flush()).toBe(0);
    expect(books.all()).toMatchObject([{ attemptId: "1", state: "settled", costNanoDollars: 3 }]);
    expect(await books.balance("a")).toEqual({ limit: 100, spent: 3, reserved: 0 });
  });

  it("L02 keeps a settlement that the ledger cannot take", async () => {
    const { spooling, books, outbox, become } = createWorld();
    await spooling.reserve(reservationOf("1"), 1_000);
    become("down");
    await spooling.settle(settlementOf("1"));
    expect(states(books.all())).toEqual(["1 open"]);
    become("up");
    await spooling.flush();
    expect(states(books.all())).toEqual(["1 settled"]);
    expect(outbox.rows.size).toBe(0);
  });

  it("L04 counts once what the ledger took without saying so", async () => {
    const { spooling, books, become } = createWorld();
    become("commits, then fails");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.settle(settlementOf("1"));
    await spooling.flush();
    become("up");
    await spooling.flush();
    expect(states(books.all())).toEqual(["1 settled"]);
    expect(await books.balance("a")).toEqual({ limit: 100, spent: 3, reserved: 0 });
  });

  it("L03 waits for the ledger as long as its patience says, and no longer", async () => {
    const { spooling, outbox, become, clock } = createWorld({ patience: 500 });
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

  it("books the release of what never left", async () => {
    const { spooling, books, become } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.release("1", 5);
    become("up");
    await spooling.flush();
    expect(states(books.all())).toEqual(["1 released"]);
  });

  it("lets nobody in when the outbox is full", async () => {
    const { spooling, become } = createWorld({ maxRows: 1 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await expect(spooling.reserve(reservationOf("2"), 1_000)).rejects.toThrow(/full/);
  });

  it("lets nobody in when too much money runs unchecked", async () => {
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

  it("P01 recovers what a former process left in the outbox, and leaves what still runs", async () => {
    const { ledger, outbox, clock, books, become } = createWorld();
    become("down");
    const former = withOutbox(ledger, outbox, { clock });
    await former.reserve(reservationOf("left"), 1_000);
    await former.beat([{ attemptId: "left", observed: { output: 2 } }], 1_000);
    await former.reserve(reservationOf("never left"), 1_000);
    const next = withOutbox(ledger, outbox, { clock });
    await next.reserve(reservationOf("runs"), 1_000);
    await flushPromises();
    become("up");
    expect(await next.flush()).toBe(1);
    expect(states(books.all())).toEqual(["left recovered", "never left uncertain"]);
    expect(books.all()[0]).toMatchObject({ usage: { output: 2 }, end: "crash" });
  });

  it("tries again until the ledger is back, without being asked", async () => {
    const { spooling, books, become, clock, calls } = createWorld({ retry: 100 });
    become("down");
    await spooling.reserve(reservationOf("1"), 1_000);
    await spooling.settle(settlementOf("1"));
    for (let turn = 0; turn < 5; turn++) {
      clock.advance(100);
      await flushPromises();
    }
    expect(calls.filter((name) => name === "record").length).toBeGreaterThan(2);
    become("up");
    clock.advance(100);
    await flushPromises();
    expect(states(books.all())).toEqual(["1 settled"]);
    await spooling.close();
    expect(clock.pending).toBe(0);
  });
});
