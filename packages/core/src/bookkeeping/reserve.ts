import type { Reservation } from "../accounts/ledger/ledger.js";
import type { LedgerHealth } from "../accounts/ledger/ledger-health.js";
import { ServiceError } from "../errors/service-error.js";
import { isPromise, type MaybePromise, proceed } from "../runtime/maybe-promise.js";
import { within } from "../runtime/within.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";

/** The ledger's answer to a reservation. */
export type ReserveAnswer =
  /** The row is open. */
  | { readonly name: "reserved" }
  /** There is no row. */
  | { readonly name: "refused"; readonly error: ServiceError }
  /** The store failed; there may be a row. */
  | { readonly name: "failed"; readonly error: unknown };

/** What is known of a reservation when the caller has waited long enough. */
export type ReserveOutcome =
  | ReserveAnswer
  /** The ledger has not answered in time; `answer` is its later answer, and never rejects. */
  | { readonly name: "late"; readonly answer: PromiseLike<ReserveAnswer> };

/** Asks the ledger for a reservation, and waits no longer than the settings allow. Never rejects. */
export function reserve(
  settings: BookkeeperSettings,
  health: LedgerHealth,
  reservation: Reservation,
): MaybePromise<ReserveOutcome> {
  const { ledger, ledgerTimes } = settings;
  const ask = () => health.call(() => ledger.reserve(reservation, ledgerTimes.lease));
  const answer = proceed(ask, toReserved, toAnswer);
  return isPromise(answer) ? waitFor(answer, settings, health) : answer;
}

async function waitFor(
  answer: PromiseLike<ReserveAnswer>,
  { clock, ledgerTimes }: BookkeeperSettings,
  health: LedgerHealth,
): Promise<ReserveOutcome> {
  const known = await within(clock, ledgerTimes.reserve, answer);
  if (known) return known;
  health.noteOverdue();
  return { name: "late", answer };
}

function toReserved(): ReserveAnswer {
  return { name: "reserved" };
}

function toAnswer(error: unknown): ReserveAnswer {
  return ServiceError.is(error) ? { name: "refused", error } : { name: "failed", error };
}
