import {
  reservationOf as reservation,
  settlementOf as settlement,
} from "@diglot/test-support/rows";
import type { FinalRow, Reservation, Settlement } from "../src/accounts/ledger/ledger.js";
import { openRow, settleRow } from "../src/accounts/ledger/rows.js";
import { completeUsage } from "../src/conversation/usage/usage.js";

/** A reservation of so many nano-dollars. */
export function reservationOf(
  attemptId: string,
  reservedNanoDollars = 10,
  accountId = "a",
): Reservation {
  return reservation(attemptId, { accountId, reservedNanoDollars, openedAt: 1 });
}

/** A settlement of one token in and one out. */
export function settlementOf(attemptId: string, costNanoDollars: number): Settlement {
  const usage = completeUsage({ input: 1, output: 1 }, { input: 0, output: 0, reasoning: 0 });
  return settlement(attemptId, { usage, costNanoDollars, settledAt: 2 });
}

/** A settled row, with some members of its own. */
export function settledRowOf(attemptId: string, change: Partial<FinalRow> = {}): FinalRow {
  return { ...settleRow(openRow(reservationOf(attemptId)), settlementOf(attemptId, 4)), ...change };
}
