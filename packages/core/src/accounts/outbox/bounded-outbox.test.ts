import { describe, expect, it, vi } from "vitest";
import { createListOutbox, reservationOf } from "../../../test/failing-ledger.js";
import { openRow } from "../ledger/rows.js";
import { createBoundedOutbox, type OutboxLimits } from "./bounded-outbox.js";

const row = (id: string, nanoDollars = 10) => openRow(reservationOf(id, nanoDollars));

function boundedOf(limits: Partial<OutboxLimits>) {
  const outbox = createListOutbox();
  const list = vi.fn(outbox.list);
  const all = { maxRows: 100, maxNanoDollars: 1_000, ...limits };
  return { list, bounded: createBoundedOutbox({ ...outbox, list }, all) };
}

describe("an outbox with limits", () => {
  it("admits rows that cost as much as its limit together, and not one more", async () => {
    const { bounded } = boundedOf({ maxNanoDollars: 20 });
    for (const id of ["1", "2"]) await bounded.admit(row(id));
    await expect(bounded.admit(row("3", 1))).rejects.toThrow("full");
  });

  it.each([{ maxRows: 1 }, { maxNanoDollars: 10 }])(
    "has room again for a row that was removed: %j",
    async (limits) => {
      const { bounded } = boundedOf(limits);
      await bounded.admit(row("1"));
      await bounded.remove("1");
      await bounded.admit(row("2"));
      expect(await bounded.count()).toBe(1);
    },
  );

  it("reads what a former process left once, and again if that has failed", async () => {
    const { bounded, list } = boundedOf({});
    list.mockRejectedValueOnce(new Error("disk failed"));
    await expect(bounded.admit(row("1"))).rejects.toThrow("disk failed");
    await bounded.admit(row("1"));
    await bounded.admit(row("2"));
    expect(list).toHaveBeenCalledTimes(2);
  });

  it("does not count what the ledger had reserved, although it is read as if left", async () => {
    const { bounded } = boundedOf({ maxNanoDollars: 10 });
    await bounded.put(row("reserved"));
    await expect(bounded.admit(row("unchecked"))).resolves.toBeUndefined();
  });
});
