import { openRow, settleRow } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finalRows, newPath } from "../test/support.js";
import { createSqliteOutbox } from "./outbox.js";

describe("createSqliteOutbox", () => {
  it("keeps rows in the order in which they were first put, the newest words of each", async () => {
    const path = newPath("outbox.sqlite");
    const first = createSqliteOutbox({ path });
    const rows = ["1", "2", "3"].map((id) => openRow(reservationOf(id)));
    for (const row of rows) await first.put(row);
    const settled = settleRow(
      openRow(reservationOf("1")),
      settlementOf("1", { costNanoDollars: 4 }),
    );
    await first.put(settled);
    await first.remove("2");
    await first.remove("never there");
    first.close();
    const second = createSqliteOutbox({ path });
    expect(await second.list(10)).toEqual([settled, rows[2]]);
    expect(await second.list(1)).toEqual([settled]);
    expect(await second.count()).toBe(2);
    second.close();
  });

  it("returns every row as it was put", async () => {
    const outbox = createSqliteOutbox({ path: newPath(), durability: "process" });
    await fc.assert(
      fc.asyncProperty(finalRows, async (rows) => {
        for (const row of rows) await outbox.put(row);
        expect(await outbox.list(rows.length)).toStrictEqual(rows);
        for (const { attemptId } of rows) await outbox.remove(attemptId);
        expect(await outbox.count()).toBe(0);
      }),
    );
    outbox.close();
  });

  it("refuses to be in memory, where nothing is durable", () => {
    expect(() => createSqliteOutbox({ path: ":memory:" })).toThrow(TypeError);
  });

  it("rejects every call once it is closed", async () => {
    const outbox = createSqliteOutbox({ path: newPath() });
    outbox.close();
    outbox.close();
    await expect(outbox.put(openRow(reservationOf("1")))).rejects.toThrow();
    await expect(outbox.count()).rejects.toThrow();
  });
});
