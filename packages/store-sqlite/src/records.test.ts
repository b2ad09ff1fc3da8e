import { sumUsage, type UsageGroup } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finalRows } from "../test/support.js";
import { createSqliteStore } from "./create-store.js";

function openLedger(clock = createFakeClock()) {
  const { ledger } = createSqliteStore({ path: ":memory:", clock });
  return ledger;
}

const groups = ["day", "model", "key", "account", "end_user", "session"] as const;
const groupBy = fc.uniqueArray(fc.constantFrom<UsageGroup[]>(...groups));

describe("the ledger records of a store", () => {
  it("give every row back as it was written, what was absent still absent", async () => {
    await fc.assert(
      fc.asyncProperty(finalRows, async (rows) => {
        const ledger = openLedger();
        for (const row of rows) await ledger.record(row);
        expect((await ledger.rows()).rows).toStrictEqual(rows);
      }),
    );
  });

  it("sum usage as core does in memory, in the same order", async () => {
    const time = fc.integer({ min: 0, max: 3 * 86_400_000 });
    const query = fc.record(
      { accountId: fc.constantFrom("a", "A", "b"), from: time, to: time, groupBy },
      { requiredKeys: ["from", "to", "groupBy"] },
    );
    await fc.assert(
      fc.asyncProperty(finalRows, query, async (rows, asked) => {
        const ledger = openLedger();
        for (const row of rows) await ledger.record(row);
        expect(await ledger.usage(asked)).toEqual(sumUsage(rows, asked));
      }),
    );
  });

  it("sum nothing for no rows, and never what still runs", async () => {
    const ledger = openLedger();
    await ledger.reserve(reservationOf("1"), 1_000);
    expect(await ledger.usage({ from: 0, to: 9e12, groupBy: [] })).toEqual([]);
  });

  it("show all rows once, however a reader pages through them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b"), { maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, "a"),
        async (accounts, limit, accountId) => {
          const ledger = openLedger();
          const read: string[] = [];
          let after: string | undefined;
          for (const [index, account] of accounts.entries()) {
            await ledger.reserve(reservationOf(`${index}`, { accountId: account }), 1_000);
            await ledger.settle(settlementOf(`${index}`, { costNanoDollars: 1 }));
            const page = await ledger.rows({ after, limit: 1, accountId });
            read.push(...page.rows.map(({ attemptId }) => attemptId));
            after = page.next;
          }
          for (let left = accounts.length; left > 0; left -= limit) {
            const page = await ledger.rows({ after, limit, accountId });
            read.push(...page.rows.map(({ attemptId }) => attemptId));
            after = page.next;
          }
          const asked = [...accounts.keys()].filter(
            (index) => accountId === undefined || accounts[index] === accountId,
          );
          expect(read).toEqual(asked.map(String));
        },
      ),
    );
  });

  it("count exactly up to nine million dollars, and refuse to count wrongly beyond", async () => {
    const ledger = openLedger();
    await ledger.credit({ id: "1", accountId: "a", nanoDollars: Number.MAX_SAFE_INTEGER });
    expect(await ledger.balance("a")).toEqual({
      limit: Number.MAX_SAFE_INTEGER,
      spent: 0,
      reserved: 0,
    });
    await expect(
      ledger.credit({ id: "2", accountId: "a", nanoDollars: Number.MAX_SAFE_INTEGER }),
    ).rejects.toThrow(RangeError);
    expect(await ledger.balance("a")).toMatchObject({ limit: Number.MAX_SAFE_INTEGER });
  });

  it.each([0.5, Number.NaN, 2 ** 53])("refuse a credit of %d nano-dollars", async (nanoDollars) => {
    const credit = openLedger().credit({ id: "1", accountId: "a", nanoDollars });
    await expect(credit).rejects.toThrow(TypeError);
  });

  it.each([{ limit: 0 }, { limit: 10_001 }, { after: "x" }, { after: "-1" }])(
    "refuse the page %j",
    async (query) => {
      await expect(openLedger().rows(query)).rejects.toThrow(TypeError);
    },
  );
});
