import { bytesPerToken } from "../../conversation/estimate.js";
import { completeUsage, type FinalUsage, noUsage, usageKinds } from "../../conversation/usage.js";
import { costOf } from "../prices/prices.js";
import type { FinalRow, OpenRow, Reservation, RowEnd, Settlement } from "./ledger.js";

/** The most rows that one call of `Ledger.recover` ends. */
export const recoverBatchSize = 1_000;

/** The row of a reservation of which nothing has been observed. */
export function openRow(reservation: Reservation): OpenRow {
  return Object.assign({}, reservation, { state: "open" as const, observed: {} });
}

/** The row of a reservation whose attempt has ended and was counted. */
export function settledRow(reservation: Reservation, settlement: Settlement): FinalRow {
  return Object.assign({}, reservation, settlement, { state: "settled" as const });
}

/** Settles an open row. */
export function settleRow(row: OpenRow, settlement: Settlement): FinalRow {
  return settledRow(toReservation(row), settlement);
}

/** Releases an open row whose attempt was never sent. */
export function releaseRow(row: OpenRow, releasedAt: number): FinalRow {
  return {
    state: "released",
    usage: noUsage,
    costNanoDollars: 0,
    end: "unsent",
    settledAt: releasedAt,
    ...toReservation(row),
  };
}

/**
 * Recovers an open row whose process was lost. It is billed what was last observed; an input that was
 * not reported is estimated from its upper limit, which counts bytes.
 */
export function recoverRow(row: OpenRow, now: number): FinalRow {
  const reservation = toReservation(row);
  // The clock may have been set back since, or be that of another machine.
  const settledAt = Math.max(now, row.openedAt);
  const usage = toLastKnown(row);
  return {
    ...reservation,
    attemptId: row.attemptId,
    usage,
    costNanoDollars: costOfAttempt(reservation, usage, "crash"),
    end: "crash",
    settledAt,
    state: "recovered",
  };
}

/**
 * What an attempt costs, in nano-dollars, computed from its row alone. A caller who leaves early pays
 * nothing under `refund`. Only reported usage may cost more than was reserved; an estimate never does.
 */
export function costOfAttempt(reservation: Reservation, usage: FinalUsage, end: RowEnd): number {
  if (end === "client_abort" && reservation.onCallerGone === "refund") return 0;
  const cost = costOf(usage, reservation.prices);
  const { input, output } = usage.sources;
  return input === "reported" && output === "reported"
    ? cost
    : Math.min(cost, reservation.reservedNanoDollars);
}

function toReservation({ state: _state, observed: _observed, ...row }: OpenRow): Reservation {
  return row;
}

function toLastKnown({ observed, reservedTokens }: OpenRow): FinalUsage {
  const input = Math.ceil(reservedTokens.input / bytesPerToken);
  const usage = completeUsage(observed, { input, output: 0, reasoning: 0 });
  const known = usageKinds.filter((kind) => observed[kind] !== undefined);
  const sources = Object.fromEntries(known.map((kind) => [kind, "estimated" as const]));
  return { ...usage, sources: { ...usage.sources, output: "estimated", ...sources } };
}
