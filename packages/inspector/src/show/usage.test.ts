import { createMemoryLedger, type LedgerRecords } from "@diglot/core";
import { expect, it } from "vitest";
import { sumDaily, sumLedger } from "./usage.js";

const days = { from: 0, to: 86_400_000 };
const counts = {
  ...{ attempts: 2, costNanoDollars: 3, input: 4, cacheRead: 5, cacheWrite: 6 },
  ...{ cacheWriteLong: 7, output: 8, reasoning: 9 },
};

it("without a ledger there are no sums", async () => {
  expect(await sumLedger(undefined, days)).toEqual({ day: [], model: [], key: [], account: [] });
  expect(await sumLedger(createMemoryLedger(), days)).toEqual({
    ...{ day: [], model: [], key: [], account: [] },
  });
});

it("a ledger is asked for each grouping, and its sums have the names of their groups", async () => {
  const asked: unknown[] = [];
  const ledger = {
    async usage(query: unknown) {
      asked.push(query);
      const names = { day: "1970-01-01", model: "large", keyId: "key-1", accountId: "team" };
      return [{ ...counts, ...names, unpriced: 1 }, { ...counts }];
    },
  } as unknown as LedgerRecords;
  const line = (name: string) => [
    { name, ...counts },
    { name: "", ...counts },
  ];
  expect(await sumLedger(ledger, days)).toStrictEqual({
    ...{ day: line("1970-01-01"), model: line("large"), key: line("key-1"), account: line("team") },
  });
  expect(asked).toEqual(
    ["day", "model", "key", "account"].map((grouping) => ({ ...days, groupBy: [grouping] })),
  );
});

it("a ledger is asked for each day of each name", async () => {
  const asked: unknown[] = [];
  const ledger = {
    async usage(query: unknown) {
      asked.push(query);
      return [{ ...counts, day: "1970-01-01", keyId: "key-1" }];
    },
  } as unknown as LedgerRecords;
  expect(await sumDaily(ledger, days, "key")).toStrictEqual([
    { name: "key-1", day: "1970-01-01", ...counts },
  ]);
  expect(asked).toEqual([{ ...days, groupBy: ["day", "key"] }]);
  expect(await sumDaily(undefined, days, "key")).toEqual([]);
});

it("a ledger that fails is a store that is away", async () => {
  const cause = new Error("canary");
  const ledger = { usage: () => Promise.reject(cause) } as unknown as LedgerRecords;
  await expect(sumLedger(ledger, days)).rejects.toMatchObject({
    ...{ kind: "store_unavailable", cause },
    message: "The usage records cannot be read at the moment. Try again later.",
  });
});
