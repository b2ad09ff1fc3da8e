import type { Reservation } from "../accounts/ledger/ledger.js";
import { type AppliedPrices, pricesAt, worstCostOf } from "../accounts/prices/prices.js";
import { maxTokenCount } from "../conversation/usage/usage.js";
import type { AttemptAnnouncement } from "../models/model.js";
import type { AttemptContext } from "./attempt-context.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import { inputLimitOf } from "./input-limit.js";

/** An alias that ends in `*` lets callers ask for names of any length. */
const longestName = 255;

/** What is recorded of an attempt before it is sent: a new id, and its maximum cost. */
export function toReservation(
  { ids, clock, unknownAccounts }: BookkeeperSettings,
  context: AttemptContext,
  { model, reservedOutput = context.reservedOutput, asked, units }: AttemptAnnouncement,
): Reservation {
  const openedAt = clock.now();
  const plain = pricesAt(model.prices, openedAt);
  const prices: AppliedPrices | undefined = plain && asked ? { ...plain, asked } : plain;
  const { contextWindow } = model.capabilities;
  const inputLimit = inputLimitOf(context.input, contextWindow, prices?.mediaTokens);
  // Callers may set limits, and reference documents, so large that sums would no longer be exact.
  const reservedTokens = {
    input: Math.min(inputLimit, maxTokenCount),
    output: Math.min(reservedOutput, maxTokenCount),
  };
  return {
    attemptId: ids.create("att_", 22),
    requestId: context.requestId,
    accountId: context.key.accountId,
    keyId: context.key.id,
    model: model.id,
    requestedModel: context.requestedModel.slice(0, longestName),
    format: context.format,
    endUser: context.endUser?.slice(0, longestName),
    sessionId: context.sessionId,
    idempotencyKey: context.idempotencyKey,
    openedAt,
    reservedTokens,
    reservedNanoDollars: worstCostOf(reservedTokens, prices, units),
    prices,
    onCallerGone: context.onCallerGone,
    ...(unknownAccounts === "refuse" && { requiresBudget: true }),
  };
}
