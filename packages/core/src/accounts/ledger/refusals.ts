import { ServiceError } from "../../errors/service-error.js";
import { toUsd } from "../prices/dollars.js";
import type { Budget } from "./budget.js";
import { timesOfWindow, windowAt, type ZonedPeriod } from "./budget-window.js";

/** A budget that does not cover a request, and the time by the store's clock, in milliseconds since 1970. */
export interface ExhaustedBudget extends ZonedPeriod, Pick<Budget, "keyId"> {
  readonly now: number;
}

/** What a request may cost, and what is left for it, in nano-dollars. */
export interface Shortfall {
  /** What the reservation asks for. */
  readonly wanted: number;
  /** May be below 0. */
  readonly available: number;
}

/**
 * The refusal of a request that its account or its key cannot pay for; every ledger throws it. It says
 * whose budget it is, what is left of it, and when it renews.
 * @param exhausted absent: the credit of the account
 */
export function budgetExhausted(shortfall: Shortfall, exhausted?: ExhaustedBudget): ServiceError {
  if (!exhausted) return refusal([describe("account's credit", shortfall)]);
  const { keyId, period, now } = exhausted;
  const owner = keyId === undefined ? "account" : "key";
  if (period === "total") return refusal([describe(`${owner}'s budget`, shortfall)]);
  const renews = `The budget renews with the next ${period}.`;
  const times = timesOfWindow(exhausted, windowAt(exhausted, now));
  return refusal(
    [describe(`${owner}'s budget for the ${period}`, shortfall), renews],
    times && (times.renews - now) / 1_000,
  );
}

function describe(budget: string, { wanted, available }: Shortfall): string {
  const cost = `The ${budget} does not cover this request, which may cost ${toPrice(wanted)}`;
  if (available <= 0) return `${cost}: nothing is left.`;
  return `${cost}: ${toPrice(available)} is left. A smaller max_tokens may fit.`;
}

/** Dollars without zeros at their end, but with whole cents. */
function toPrice(nanoDollars: number): string {
  return `$${toUsd(nanoDollars).replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}

function refusal(sentences: readonly string[], retryAfterSeconds?: number): ServiceError {
  const message = sentences.join(" ");
  return new ServiceError({ kind: "budget_exhausted", message, retryAfterSeconds });
}

/** The refusal of a request whose account must have a budget and has none; every ledger throws it. */
export function budgetMissing(): ServiceError {
  return refusal(["The account has neither a credit nor a budget."]);
}

/** The refusal of a credit whose id belongs to another one; every store throws it. */
export function creditIdConflict(id: string): TypeError {
  return new TypeError(`The id ${JSON.stringify(id)} belongs to another credit.`);
}
