import type { Reservation, Settlement } from "@diglot/core";
import { usageOf } from "./conversations.js";

/** A reservation of 10 nano-dollars, with changes. */
export function reservationOf(attemptId: string, change: Partial<Reservation> = {}): Reservation {
  return {
    attemptId,
    requestId: "request",
    accountId: "account",
    keyId: "key",
    model: "model",
    format: "messages",
    openedAt: 1_000,
    reservedNanoDollars: 10,
    reservedTokens: { input: 400, output: 100 },
    onCallerGone: "bill-observed",
    ...change,
  };
}

/** A settlement that costs 4 nano-dollars, with changes; its usage has something of each kind. */
export function settlementOf(attemptId: string, change: Partial<Settlement> = {}): Settlement {
  const { sources, ...counts } = usageOf({
    input: 1,
    cacheRead: 2,
    cacheWrite: 3,
    cacheWriteLong: 4,
    output: 5,
    reasoning: 1,
  });
  return {
    attemptId,
    usage: {
      ...counts,
      sources: { ...sources, cacheWriteLong: "none", output: "observed", reasoning: "estimated" },
    },
    costNanoDollars: 4,
    end: "completed",
    settledAt: 2_000,
    ...change,
  };
}
