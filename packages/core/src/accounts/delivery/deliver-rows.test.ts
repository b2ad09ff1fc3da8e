import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowOf } from "../../../test/row-of.js";
import type { FinalRow } from "../ledger/ledger.js";
import { createMemoryLedger } from "../ledger/memory-ledger.js";
import { deliverRows } from "./deliver-rows.js";

const name = "meter";

async function ledgerOf(count: number) {
  const ledger = createMemoryLedger();
  for (let index = 0; index < count; index++) await ledger.record(rowOf(`att_${index}`));
  return ledger;
}

/** A receiver that fails a given number of times for each row. */
function receiverOf(failures: Readonly<Record<string, number>> = {}) {
  const left = new Map(Object.entries(failures));
  const taken: string[] = [];
  const deliver = async ({ attemptId }: FinalRow) => {
    const more = left.get(attemptId) ?? 0;
    left.set(attemptId, more - 1);
    if (more > 0) throw new Error(`${attemptId} was not taken.`);
    taken.push(attemptId);
  };
  return { taken, deliver };
}

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `att_${index}`);

describe("deliverRows", () => {
  it("delivers every row once, in order, and only new rows the next time", async () => {
    const records = await ledgerOf(5);
    const { taken, deliver } = receiverOf();
    expect(await deliverRows({ ledger: records, name, deliver, batch: 2 })).toEqual({
      delivered: 5,
    });
    expect(await deliverRows({ ledger: records, name, deliver, batch: 2 })).toEqual({
      delivered: 0,
    });
    await records.record(rowOf("att_5"));
    expect(await deliverRows({ ledger: records, name, deliver })).toEqual({ delivered: 1 });
    expect(taken).toEqual(idsUpTo(6));
  });

  it("stops at a row that is not accepted, and begins with it the next time", async () => {
    const records = await ledgerOf(5);
    const { taken, deliver } = receiverOf({ att_3: 1 });
    const first = await deliverRows({ ledger: records, name, deliver });
    const error = new Error("att_3 was not taken.");
    expect(first).toEqual({ delivered: 3, failed: { attemptId: "att_3", error } });
    expect(await deliverRows({ ledger: records, name, deliver })).toEqual({ delivered: 2 });
    expect(taken).toEqual(idsUpTo(5));
  });

  it("treats a receiver that throws like one that rejects", async () => {
    const records = await ledgerOf(1);
    const deliver = () => {
      throw new Error("No.");
    };
    expect(await deliverRows({ ledger: records, name, deliver })).toMatchObject({
      delivered: 0,
      failed: {},
    });
  });

  it("keeps a cursor for each name", async () => {
    const records = await ledgerOf(2);
    const [one, other] = [receiverOf(), receiverOf()];
    await deliverRows({ ledger: records, name, deliver: one.deliver });
    await deliverRows({ ledger: records, name: "warehouse", deliver: other.deliver });
    expect([one.taken, other.taken]).toEqual([idsUpTo(2), idsUpTo(2)]);
  });

  it("delivers rows again, and skips no row, when the cursor cannot be written", async () => {
    const ledger = await ledgerOf(4);
    const records = { ...ledger, writeCursor: () => Promise.reject(new Error("down")) };
    const { taken, deliver } = receiverOf();
    await expect(deliverRows({ ledger: records, name, deliver, batch: 2 })).rejects.toThrow("down");
    await deliverRows({ ledger: ledger, name, deliver, batch: 2 });
    expect(taken).toEqual(["att_0", "att_1", ...idsUpTo(4)]);
  });

  it("does not move past rows that the ledger has dropped meanwhile", async () => {
    const records = createMemoryLedger({ keepRows: 2 });
    for (const id of ["a", "b"]) await records.record(rowOf(id));
    const taken: string[] = [];
    const deliver = async ({ attemptId }: FinalRow) => {
      if (attemptId === "b") {
        await records.record(rowOf("c"));
        throw new Error("Not yet.");
      }
      taken.push(attemptId);
    };
    await deliverRows({ ledger: records, name, deliver });
    const later = receiverOf();
    await deliverRows({ ledger: records, name, deliver: later.deliver });
    expect([...taken, ...later.taken]).toEqual(["a", "b", "c"]);
  });

  it("stops between two rows when its signal aborts, and continues from there", async () => {
    const records = await ledgerOf(3);
    const stop = new AbortController();
    const { taken, deliver } = receiverOf();
    const stopping = async (row: FinalRow) => {
      await deliver(row);
      stop.abort();
    };
    const options = { ledger: records, name, signal: stop.signal };
    expect(await deliverRows({ ...options, deliver: stopping })).toEqual({ delivered: 1 });
    expect(await deliverRows({ ledger: records, name, deliver })).toEqual({ delivered: 2 });
    expect(taken).toEqual(idsUpTo(3));
  });

  it("skips no row, whatever fails and however many deliver under one name", async () => {
    const failures = fc.dictionary(
      fc.nat(9).map((index) => `att_${index}`),
      fc.integer({ min: 1, max: 3 }),
    );
    const batches = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(failures, batches, async (wrong, sizes) => {
        const records = await ledgerOf(10);
        const { taken, deliver } = receiverOf(wrong);
        const deliverOnce = () =>
          Promise.all(sizes.map((batch) => deliverRows({ ledger: records, name, deliver, batch })));
        for (let round = 0; round < 40; round++) await deliverOnce();
        expect([...new Set(taken)].sort()).toEqual(idsUpTo(10));
        expect(await deliverOnce()).toEqual(sizes.map(() => ({ delivered: 0 })));
      }),
    );
  });
});
