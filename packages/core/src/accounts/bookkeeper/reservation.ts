import type { AttemptAnnouncement } from "../../models/model.js";
import type { Reservation } from "../ledger/ledger.js";
import { pricesAt, worstCostOf } from "../prices/prices.js";
import type { AttemptContext, BookkeeperSettings } from "./bookkeeper-settings.js";

/**
 * The most tokens that are reserved for one reply; no reply is that long. Callers may set bounds so
 * large that sums of them would no longer be exact.
 */
const mostOutput = 1_000_000_000;

/** What is written down of a try before it leaves: a fresh id, and the worst that it can cost. */
export function toReservation(
  { ids, clock }: BookkeeperSettings,
  context: AttemptContext,
  { model }: AttemptAnnouncement,
): Reservation {
  const openedAt = clock.now();
  const prices = pricesAt(model.prices, openedAt);
  const reservedTokens = {
    input: context.inputBound,
    output: Math.min(context.reservedOutput, mostOutput),
  };
  return {
    attemptId: ids.create("att_", 22),
    requestId: context.requestId,
    accountId: context.key.accountId,
    keyId: context.key.id,
    model: model.id,
    format: context.format,
    idempotencyKey: context.idempotencyKey,
    openedAt,
    reservedTokens,
    reservedNanoDollars: worstCostOf(reservedTokens, prices),
    prices,
    onCallerGone: context.onCallerGone,
  };
}
