import { createMemoryLedger, type LedgerStore } from "@diglot/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reservationOf } from "../contracts/samples.js";
import { type LedgerFault, withLedgerFaults } from "./ledger-faults.js";

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reservation on a ledger with a fault, how it ends, and how many rows are open in the end. */
function reserve(fault: LedgerFault, changes: Partial<LedgerStore> = {}) {
  const store = createMemoryLedger();
  const operations: string[] = [];
  const ledger = withLedgerFaults({ ...store, ...changes }, (operation) => {
    operations.push(operation);
    return fault;
  });
  const said = { end: "waits" };
  const done = Promise.resolve(ledger.reserve(reservationOf("1"), minute)).then(
    () => (said.end = "done"),
    (error: Error) => (said.end = error.message),
  );
  return { store, said, done, operations };
}

describe("a call of a ledger", () => {
  it("is done and answered where nothing goes wrong, and its plan knows which it is", async () => {
    const { store, done, operations } = reserve({ name: "none" });
    expect(await done).toBe("done");
    expect([await store.countOpen(), operations]).toEqual([1, ["reserve"]]);
  });

  it("is not done where it fails before, and is done where its answer is lost", async () => {
    const before = reserve({ name: "fail-before" });
    expect(await before.done).toBe("The ledger is not there for reserve.");
    expect(await before.store.countOpen()).toBe(0);
    const after = reserve({ name: "fail-after" });
    expect(await after.done).toBe("The answer to reserve was lost.");
    expect(await after.store.countOpen()).toBe(1);
  });

  it("is done later where it is late, and at once where only its answer hangs", async () => {
    const late = reserve({ name: "late", milliseconds: 20 });
    const hanging = reserve({ name: "hang", milliseconds: 20 });
    await vi.advanceTimersByTimeAsync(19);
    expect([late.said.end, await late.store.countOpen()]).toEqual(["waits", 0]);
    expect([hanging.said.end, await hanging.store.countOpen()]).toEqual(["waits", 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([late.said.end, await late.store.countOpen()]).toEqual(["done", 1]);
    expect(hanging.said.end).toBe("done");
  });

  it("is done a second time, of whose failure nobody hears", async () => {
    const calls: string[] = [];
    const { done } = reserve(
      { name: "twice", milliseconds: 20 },
      {
        async reserve({ attemptId }) {
          calls.push(attemptId);
          if (calls.length > 1) throw new Error("It is there already.");
        },
      },
    );
    expect(await done).toBe("done");
    expect(calls).toEqual(["1"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(calls).toEqual(["1", "1"]);
  });
});
