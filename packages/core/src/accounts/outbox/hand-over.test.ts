import { describe, expect, it, vi } from "vitest";
import { createListOutbox, reservationOf, settlementOf } from "../../../test/failing-ledger.js";
import type { FinalRow } from "../ledger/ledger.js";
import { openRow, settleRow } from "../ledger/rows.js";
import { createHandOver } from "./hand-over.js";

const settled = (id: string) => settleRow(openRow(reservationOf(id)), settlementOf(id));

/** A hand-over from an outbox with these final rows to a ledger that refuses the ids of bad rows. */
function handOverOf(ids: readonly string[], running: readonly string[] = []) {
  const outbox = createListOutbox();
  for (const id of ids) outbox.rows.set(id, settled(id));
  const record = vi.fn(async ({ attemptId }: FinalRow) => {
    if (attemptId.startsWith("bad")) throw new Error("constraint violated");
  });
  const handOverAll = createHandOver({ outbox, running: () => running, record, now: () => 5 });
  return { outbox, record, handOverAll };
}

describe("handing over", () => {
  it("takes a row that has ended although its attempt still counts as running", async () => {
    const { outbox, record, handOverAll } = handOverOf(["1"], ["1"]);
    await handOverAll();
    expect(record.mock.calls).toEqual([[settled("1")]]);
    expect(outbox.rows.size).toBe(0);
  });

  it("L05 reaches the row behind hundreds that the ledger refuses", async () => {
    const bad = Array.from({ length: 260 }, (_, index) => `bad ${index}`);
    const { outbox, handOverAll } = handOverOf([...bad, "good"]);
    for (const _ of bad) await expect(handOverAll()).rejects.toThrow("constraint violated");
    await expect(handOverAll()).rejects.toThrow("constraint violated");
    expect([...outbox.rows.keys()]).toEqual(bad);
  });
});
