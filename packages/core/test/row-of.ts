import type { FinalRow } from "../src/index.js";

/** The time that rows are opened at: noon of 2026-11-20. */
export const noon = Date.UTC(2026, 10, 20, 12);

/** A settled row of 10 input and 5 output tokens at a price of 0.001234567 dollars, with changes. */
export function rowOf(attemptId: string, change: Partial<FinalRow> = {}): FinalRow {
  return {
    attemptId,
    requestId: `req_${attemptId}`,
    accountId: "team",
    keyId: "key-1",
    model: "scripted",
    format: "messages",
    openedAt: noon,
    reservedTokens: { input: 100, output: 50 },
    reservedNanoDollars: 2_000_000,
    prices: { input: 3, output: 15 },
    onCallerGone: "bill-observed",
    usage: {
      input: 10,
      cacheRead: 4,
      cacheWrite: 3,
      cacheWriteLong: 2,
      output: 5,
      reasoning: 1,
      sources: {
        input: "reported",
        cacheRead: "reported",
        cacheWrite: "none",
        cacheWriteLong: "none",
        output: "observed",
        reasoning: "estimated",
      },
    },
    costNanoDollars: 1_234_567,
    end: "completed",
    settledAt: noon + 250,
    state: "settled",
    ...change,
  };
}
