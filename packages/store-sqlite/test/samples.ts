import type { Reservation, Settlement } from "@diglot/core";

/** A reservation of 10 nano-dollars. */
export function reservationOf(attemptId: string, members: Partial<Reservation> = {}): Reservation {
  return {
    attemptId,
    requestId: "request",
    accountId: "account",
    keyId: "key",
    model: "model",
    format: "messages",
    openedAt: 1,
    reservedNanoDollars: 10,
    reservedTokens: { input: 8, output: 1 },
    onCallerGone: "bill-observed",
    ...members,
  };
}

/** A settlement of the given cost. */
export function settlementOf(attemptId: string, costNanoDollars: number): Settlement {
  const reported = "reported" as const;
  return {
    attemptId,
    usage: {
      input: 1,
      cacheRead: 2,
      cacheWrite: 3,
      cacheWriteLong: 4,
      output: 5,
      reasoning: 1,
      sources: {
        input: reported,
        cacheRead: reported,
        cacheWrite: reported,
        cacheWriteLong: reported,
        output: "observed",
        reasoning: "observed",
      },
    },
    costNanoDollars,
    end: "completed",
    settledAt: 2,
  };
}
