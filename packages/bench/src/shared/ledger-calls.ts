import type { Ledger, Reservation, Settlement } from "@diglot/core";
import type { Core } from "./project.ts";

/** What a service reserves for one attempt. */
export function reservationOf(attemptId: string, accountId = "account-0"): Reservation {
  return {
    attemptId,
    requestId: "req_1",
    accountId,
    keyId: "key_1",
    model: "m",
    format: "messages",
    openedAt: Date.now(),
    reservedNanoDollars: 1_000,
    reservedTokens: { input: 100, output: 100 },
    prices: { input: 3, output: 15 },
    onCallerGone: "bill-observed",
  };
}

/** How that attempt is settled. */
export function settlementOf({ noUsage }: Core, attemptId: string): Settlement {
  return {
    attemptId,
    usage: noUsage,
    costNanoDollars: 1,
    end: "completed",
    settledAt: Date.now(),
  };
}

/** A ledger that writes nothing down. */
export const withoutAccounting: Ledger = {
  reserve: async () => undefined,
  heartbeat: async () => undefined,
  settle: async () => undefined,
  release: async () => undefined,
  recover: async () => [],
  record: async () => undefined,
};
