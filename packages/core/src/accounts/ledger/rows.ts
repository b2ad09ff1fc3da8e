import { bytesPerToken } from "../../conversation/usage/estimate.js";
import {
  completeUsage,
  type FinalUsage,
  noUsage,
  type Usage,
  usageKinds,
} from "../../conversation/usage/usage.js";
import { costOf } from "../prices/prices.js";
import type { FinalRow, OpenRow, Reservation, RowEnd, Settlement } from "./ledger.js";

/** The most rows that one call of `Ledger.recover` ends. */
export const recoverBatchSize = 1_000;

/** The row of a reservation of which nothing has been observed so far, or only this. */
export function openRow(reservation: Reservation, observed: Usage = {}): OpenRow {
  return { ...reservation, state: "open", observed };
}

/**
 * The final row of a reservation whose attempt has ended. Only one object is spread, and it comes
 * first: an object of so many members that is joined in another way becomes a slow dictionary.
 */
function finalRow(
  state: FinalRow["state"],
  row: Reservation | OpenRow,
  settlement: Omit<Settlement, "attemptId">,
): FinalRow {
  return {
    ...toReservation(row),
    state,
    usage: settlement.usage,
    rawUsage: settlement.rawUsage,
    costNanoDollars: settlement.costNanoDollars,
    end: settlement.end,
    errorKind: settlement.errorKind,
    upstreamStatus: settlement.upstreamStatus,
    settledAt: settlement.settledAt,
  };
}

function toReservation(row: Reservation | OpenRow): Reservation {
  if (!("observed" in row)) return row;
  const { observed: _observed, ...reservation } = row;
  return reservation;
}

/** Settles a reservation whose attempt has ended and was counted. */
export function settleRow(row: Reservation, settlement: Settlement): FinalRow {
  return finalRow("settled", row, settlement);
}

/** Releases a reservation whose attempt was never sent. */
export function releaseRow(row: Reservation, releasedAt: number): FinalRow {
  return finalRow("released", row, {
    usage: noUsage,
    costNanoDollars: 0,
    end: "unsent",
    settledAt: releasedAt,
  });
}

/**
 * Recovers an open row whose process was lost. It is billed what was last observed; an input that was
 * not reported is estimated from its upper limit, which counts bytes.
 */
export function recoverRow(row: OpenRow, now: number): FinalRow {
  // The clock may have been set back since, or be that of another machine.
  const settledAt = Math.max(now, row.openedAt);
  const usage = toLastKnown(row);
  const costNanoDollars = costOfAttempt(row, usage, "crash");
  return finalRow("recovered", row, { usage, costNanoDollars, end: "crash", settledAt });
}

/**
 * What an attempt costs, in nano-dollars, computed from its row alone: its reservation and what the
 * upstream has reported of its usage. A caller who leaves early pays nothing under `refund`. Only reported
 * tokens may cost more than was reserved; estimated tokens never do. Counted units always cost their price.
 */
export function costOfAttempt(
  row: Reservation & Pick<Settlement, "rawUsage">,
  usage: FinalUsage,
  end: RowEnd,
): number {
  if (end === "client_abort" && row.onCallerGone === "refund") return 0;
  const cost = costOf(usage, row.prices, row.rawUsage);
  const { input, output } = usage.sources;
  if (input === "reported" && output === "reported") return cost;
  const { units } = usage;
  const ofUnits = units ? costOf({ ...noUsage, units }, row.prices, row.rawUsage) : 0;
  return Math.min(cost, Math.max(row.reservedNanoDollars, ofUnits));
}

function toLastKnown({ observed, reservedTokens }: OpenRow): FinalUsage {
  const input = Math.ceil(reservedTokens.input / bytesPerToken);
  const usage = completeUsage(observed, { input, output: 0, reasoning: 0 });
  const known = usageKinds.filter((kind) => observed[kind] !== undefined);
  const sources = Object.fromEntries(known.map((kind) => [kind, "estimated" as const]));
  return { ...usage, sources: { ...usage.sources, output: "estimated", ...sources } };
}
