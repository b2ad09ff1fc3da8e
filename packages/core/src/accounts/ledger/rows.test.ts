import { describe, expect, it } from "vitest";
import { reservationOf, settlementOf } from "../../../test/rows.js";
import { completeUsage, noUsage } from "../../conversation/usage/usage.js";
import type { OpenRow, Reservation } from "./ledger.js";
import { costOfAttempt, openRow, recoverRow, releaseRow, settleRow } from "./rows.js";

/** A reservation of 40 bytes of input and 10 tokens of output; a token costs a nano-dollar in and two out. */
const reservation: Reservation = {
  ...reservationOf("1", 60),
  openedAt: 1_000,
  reservedTokens: { input: 40, output: 10 },
  prices: { input: 0.001, output: 0.002 },
};
const openRowOf = (observed: OpenRow["observed"]): OpenRow => ({
  ...openRow(reservation),
  observed,
});
const none = { input: 0, output: 0, reasoning: 0 };

describe("the row of an attempt", () => {
  it("is open at first, and nothing is observed", () => {
    expect(openRow(reservation)).toEqual({ ...reservation, state: "open", observed: {} });
  });

  it("is settled with its settlement, and without what was observed before", () => {
    const settlement = settlementOf("1", 4);
    const settled = { ...reservation, ...settlement, state: "settled" };
    expect(settleRow(reservation, settlement)).toEqual(settled);
    expect(settleRow(openRowOf({ output: 2 }), settlement)).toEqual(settled);
  });

  it("is released with no usage and at no cost", () => {
    expect(releaseRow(openRow(reservation), 2_000)).toEqual({
      ...reservation,
      ...{ usage: noUsage, costNanoDollars: 0, end: "unsent", settledAt: 2_000, state: "released" },
    });
  });
});

describe("the row of an attempt whose process was lost", () => {
  it("costs what was last observed, and the estimate of its input", () => {
    expect(recoverRow(openRowOf({ output: 5 }), 2_000)).toEqual({
      ...reservation,
      attemptId: "1",
      usage: {
        ...{ input: 10, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 5, reasoning: 0 },
        sources: {
          ...{ input: "estimated", cacheRead: "none", cacheWrite: "none", cacheWriteLong: "none" },
          ...{ output: "estimated", reasoning: expect.any(String) },
        },
      },
      costNanoDollars: 20,
      end: "crash",
      settledAt: 2_000,
      state: "recovered",
    });
  });

  it("costs the estimate of its input if nothing was observed, because it may have been sent", () => {
    const { usage, costNanoDollars } = recoverRow(openRow(reservation), 2_000);
    expect([usage.output, usage.sources.output]).toEqual([0, "estimated"]);
    expect([usage.input, usage.sources.input, costNanoDollars]).toEqual([10, "estimated", 10]);
  });

  it("takes no count for reported, so that it never costs more than was reserved", () => {
    const row = recoverRow(openRowOf({ input: 1_000, cacheRead: 3, output: 1_000 }), 2_000);
    expect(row.usage.sources).toMatchObject({
      input: "estimated",
      cacheRead: "estimated",
      output: "estimated",
    });
    expect(row.costNanoDollars).toBe(60);
  });

  it("T01 does not end before it began", () => {
    expect(recoverRow(openRow(reservation), 500).settledAt).toBe(1_000);
  });
});

describe("the cost of an attempt", () => {
  const reported = completeUsage({ input: 40, output: 40 }, none);
  const estimated = completeUsage({}, { input: 40, output: 40, reasoning: 0 });

  it("may be above what was reserved only if input and output were reported", () => {
    expect(costOfAttempt(reservation, reported, "completed")).toBe(120);
    expect(costOfAttempt(reservation, estimated, "completed")).toBe(60);
    for (const known of [{ input: 40 }, { output: 40 }]) {
      const usage = completeUsage(known, { input: 40, output: 40, reasoning: 0 });
      expect(costOfAttempt(reservation, usage, "completed")).toBe(60);
    }
  });

  it("is refunded only to callers that left, and only where that is the policy", () => {
    const refunded: Reservation = { ...reservation, onCallerGone: "refund" };
    expect(costOfAttempt(refunded, reported, "client_abort")).toBe(0);
    expect(costOfAttempt(refunded, reported, "timeout")).toBe(120);
    expect(costOfAttempt(reservation, reported, "client_abort")).toBe(120);
  });
});
