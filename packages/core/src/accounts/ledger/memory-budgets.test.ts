import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { reservationOf, settledRowOf, settlementOf } from "../../../test/rows.js";
import type { Budget } from "./budget.js";
import { createMemoryLedger } from "./memory-ledger.js";

const lease = 60_000;
/** A Monday, half an hour before midnight in Berlin. */
const monday = Date.parse("2026-11-23T23:30:00+01:00");

/** A ledger with these budgets of the account `a`, and a clock that a test moves. */
async function ledgerOf(...budgets: readonly Omit<Budget, "accountId">[]) {
  const clock = createFakeClock(monday);
  const ledger = createMemoryLedger({ clock });
  for (const budget of budgets) await ledger.setBudget({ accountId: "a", ...budget });
  const reserve = async (id: string, amount: number, keyId = "k", accountId = "a") =>
    ledger.reserve({ ...reservationOf(id, amount, accountId), keyId }, lease);
  const usedOf = async () =>
    (await ledger.budgets("a")).map(({ keyId, period, spent, reserved }) =>
      [period, keyId, spent, reserved].filter((part) => part !== undefined).join(" "),
    );
  return { ledger, clock, reserve, usedOf };
}

const day = { period: "day", nanoDollars: 100 } as const;
const exhausted = { kind: "budget_exhausted" };

describe("a budget of the in-memory ledger", () => {
  // The first, since a check is made for the first value that it is asked about.
  it("is refused if a member of it is missing or invalid, and so is its name", async () => {
    const { ledger } = await ledgerOf();
    const set = (change: object) => ledger.setBudget({ accountId: "a", ...day, ...change });
    await expect(set({ accountId: undefined })).rejects.toThrow('setBudget: "accountId" must be');
    await expect(set({ keyId: "" })).rejects.toThrow('ledger.setBudget: "keyId" must be');
    await expect(set({ period: "year" })).rejects.toThrow('ledger.setBudget: "period" must be');
    await expect(set({ period: undefined })).rejects.toThrow('"period" must be');
    await expect(set({ nanoDollars: undefined })).rejects.toThrow('"nanoDollars" must be');
    await expect(set({ nanoDollars: 0.5 })).rejects.toThrow('"nanoDollars" must be');
    await expect(set({ timeZone: "CET" })).rejects.toThrow('"timeZone" must be');
    await expect(set({ amount: 5 })).rejects.toThrow('"amount" is not an option');
    const remove = (name: object | null) => ledger.removeBudget(name as Budget);
    await expect(remove(null)).rejects.toThrow("must be the name of a budget");
    await expect(remove({ period: "day" })).rejects.toThrow(
      'ledger.removeBudget: "accountId" must be',
    );
    await expect(remove({ accountId: "a" })).rejects.toThrow('"period" must be');
    expect(await ledger.budgets("a")).toEqual([]);
  });

  it("is the sum of its credits in total, unless it is that of a key", async () => {
    const { ledger, usedOf } = await ledgerOf({ period: "total", keyId: "k", nanoDollars: 5 });
    const total = { accountId: "a", period: "total" } as const;
    const refusal = "The total of an account is the sum of its credits: give it a credit.";
    await expect(ledger.setBudget({ ...total, nanoDollars: 5 })).rejects.toThrow(refusal);
    await expect(ledger.removeBudget(total)).rejects.toThrow(refusal);
    expect(await usedOf()).toEqual(["total k 0 0"]);
  });

  it("says what is used of it, and when it renews", async () => {
    const { ledger, reserve } = await ledgerOf(day);
    const status = {
      ...{ accountId: "a", ...day, timeZone: "UTC", spent: 0, reserved: 0 },
      ...{ begins: Date.UTC(2026, 10, 23), renews: Date.UTC(2026, 10, 24) },
    };
    expect(await ledger.budgets("a")).toStrictEqual([status]);
    await reserve("1", 60);
    expect(await ledger.budgets("a")).toEqual([{ ...status, reserved: 60 }]);
    await ledger.settle(settlementOf("1", 40));
    expect(await ledger.budgets("a")).toEqual([{ ...status, spent: 40 }]);
    expect(await ledger.budgets("b")).toEqual([]);
  });

  it("covers no more than its amount, spent and reserved together", async () => {
    const { ledger, reserve, usedOf } = await ledgerOf(day);
    await reserve("1", 30);
    await ledger.settle(settlementOf("1", 30));
    await reserve("2", 30);
    await expect(reserve("3", 41)).rejects.toMatchObject(exhausted);
    expect(await usedOf()).toEqual(["day 30 30"]);
    await reserve("4", 40);
    await expect(reserve("5", 1)).rejects.toMatchObject(exhausted);
    await reserve("6", 1_000, "k", "b");
    await ledger.release("4", 5);
    await reserve("7", 40);
  });

  it("begins anew with its next period, where its days begin", async () => {
    const { clock, reserve, usedOf } = await ledgerOf({ ...day, timeZone: "Europe/Berlin" });
    await reserve("1", 100);
    await expect(reserve("2", 1)).rejects.toMatchObject(exhausted);
    clock.advance(1_800_000);
    expect(await usedOf()).toEqual(["day 0 0"]);
    await reserve("3", 100);
    expect(await usedOf()).toEqual(["day 0 100"]);
  });

  it("gets back what it gave, although another period has begun", async () => {
    const { ledger, clock, reserve, usedOf } = await ledgerOf({
      ...day,
      timeZone: "Europe/Berlin",
    });
    await reserve("1", 60);
    clock.advance(1_800_000);
    await reserve("2", 10);
    await ledger.settle(settlementOf("1", 50));
    expect(await usedOf()).toEqual(["day 0 10"]);
  });

  it("tells whoever it refuses whose it is, and when to come back", async () => {
    const berlin = { timeZone: "Europe/Berlin" };
    const ofKey = await ledgerOf({ ...day, ...berlin, keyId: "k" });
    await expect(ofKey.reserve("1", 101)).rejects.toMatchObject({
      ...exhausted,
      message:
        "The key's budget for the day does not cover this request, which may cost $0.000000101: $0.0000001 is left. A smaller max_tokens may fit. The budget renews with the next day.",
      retryAfterSeconds: 1_800,
    });
    await ofKey.reserve("2", 101, "other");
    const ofAccount = await ledgerOf({ ...day, ...berlin });
    await expect(ofAccount.reserve("1", 101)).rejects.toThrow("The account's budget for the day");
  });

  it("is charged beside all others that an attempt falls under, or none is", async () => {
    const { reserve, usedOf } = await ledgerOf(
      day,
      { ...day, keyId: "k" },
      { ...day, keyId: "other" },
      { period: "total", keyId: "k", nanoDollars: 50 },
      { period: "month", nanoDollars: 500 },
    );
    await reserve("1", 40);
    const used = ["month 0 40", "day 0 40", "total k 0 40", "day k 0 40", "day other 0 0"];
    expect(await usedOf()).toEqual(used);
    await expect(reserve("2", 20)).rejects.toMatchObject(exhausted);
    expect(await usedOf()).toEqual(used);
    await reserve("3", 20, "other");
    expect(await usedOf()).toEqual([
      ...["month 0 60", "day 0 60", "total k 0 40", "day k 0 40", "day other 0 20"],
    ]);
  });

  it("is listed behind those of its account, by the ids of keys, the longest first", async () => {
    const periods = ["day", "week", "month"] as const;
    const { usedOf } = await ledgerOf(
      ...["b", undefined, "B", "a"].flatMap((keyId) =>
        periods.map((period) => ({ period, keyId, nanoDollars: 5 })),
      ),
    );
    const longestFirst = periods.toReversed();
    expect(await usedOf()).toEqual([
      ...longestFirst.map((period) => `${period} 0 0`),
      ...["B", "a", "b"].flatMap((key) => longestFirst.map((period) => `${period} ${key} 0 0`)),
    ]);
  });

  it("is not taken for that of a key of an odd name", async () => {
    const { reserve, usedOf } = await ledgerOf(day, { ...day, keyId: "undefined" });
    await reserve("1", 40);
    expect(await usedOf()).toEqual(["day 0 40", "day undefined 0 0"]);
  });

  it("keeps what was used of it when it is set again", async () => {
    const { ledger, reserve } = await ledgerOf(day);
    await reserve("1", 60);
    await ledger.setBudget({ accountId: "a", ...day, nanoDollars: 70 });
    expect(await ledger.budgets("a")).toMatchObject([{ nanoDollars: 70, reserved: 60 }]);
    await expect(reserve("2", 11)).rejects.toMatchObject(exhausted);
    await reserve("3", 10);
  });

  it("limits nothing once it is removed, and leaves the others", async () => {
    const { ledger, reserve, usedOf } = await ledgerOf(day, { ...day, period: "week" });
    const name = { accountId: "a", period: "day" } as const;
    expect(await ledger.removeBudget(name)).toBe(true);
    expect(await ledger.removeBudget(name)).toBe(false);
    expect(await ledger.removeBudget({ ...name, accountId: "b" })).toBe(false);
    expect(await usedOf()).toEqual(["week 0 0"]);
    await expect(reserve("1", 101)).rejects.toMatchObject(exhausted);
    expect(await ledger.removeBudget({ ...name, period: "week" })).toBe(true);
    await reserve("2", 101);
  });

  it("is charged with a row that ended elsewhere, whatever is left", async () => {
    const { ledger, usedOf } = await ledgerOf(day, { ...day, keyId: "other" });
    await ledger.record(settledRowOf("1", { costNanoDollars: 130 }));
    expect(await usedOf()).toEqual(["day 130 0", "day other 0 0"]);
  });

  it("lets an account in that must have one, unless only a key has it", async () => {
    const requiring = (id: string, accountId: string) => ({
      ...reservationOf(id, 10, accountId),
      requiresBudget: true as const,
    });
    const { ledger } = await ledgerOf({ ...day, keyId: "k" });
    const missing = { ...exhausted, message: "The account has neither a credit nor a budget." };
    for (const id of ["a", "b"]) {
      await expect(ledger.reserve(requiring(id, id), lease)).rejects.toMatchObject(missing);
    }
    await ledger.setBudget({ accountId: "a", ...day });
    await ledger.reserve(requiring("1", "a"), lease);
    await ledger.credit({ id: "c", accountId: "b", nanoDollars: 10 });
    await ledger.reserve(requiring("2", "b"), lease);
  });
});
