import { ServiceError } from "../../errors/service-error.js";
import type { Budget } from "./budget.js";
import { timesOfWindow, windowAt, type ZonedPeriod } from "./budget-window.js";

/** A budget that does not cover a request, and the time by the store's clock, in milliseconds since 1970. */
export interface ExhaustedBudget extends ZonedPeriod, Pick<Budget, "keyId"> {
  readonly now: number;
}

/**
 * The refusal of a request that its account or its key cannot pay for; every ledger throws it. It says
 * whose budget it is and when it renews, and shows no amounts.
 * @param exhausted absent: the credits of the account
 */
export function budgetExhausted(exhausted?: ExhaustedBudget): ServiceError {
  const owner = exhausted?.keyId === undefined ? "account" : "key";
  if (exhausted === undefined || exhausted.period === "total") {
    return refusal(`The ${owner}'s budget does not cover this request.`);
  }
  const { period, now } = exhausted;
  const times = timesOfWindow(exhausted, windowAt(exhausted, now));
  return refusal(
    `The ${owner}'s budget for the ${period} does not cover this request. It renews with the next ${period}.`,
    times && (times.renews - now) / 1_000,
  );
}

function refusal(message: string, retryAfterSeconds?: number): ServiceError {
  return new ServiceError({ kind: "budget_exhausted", message, retryAfterSeconds });
}

/** The refusal of a request whose account must have a budget and has none; every ledger throws it. */
export function budgetMissing(): ServiceError {
  return refusal("The account has no budget.");
}

/** The refusal of a credit whose id belongs to another one; every store throws it. */
export function creditIdConflict(id: string): TypeError {
  return new TypeError(`The id ${JSON.stringify(id)} belongs to another credit.`);
}
