import { ServiceError } from "../../errors/service-error.js";
import { within } from "../../runtime/within.js";
import type { Reservation } from "../ledger/ledger.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import type { LedgerHealth } from "./ledger-health.js";

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
  | { readonly name: "late"; readonly answer: Promise<ReserveAnswer> };

/** Asks the ledger for a reservation, and waits no longer than the settings allow. Never rejects. */
export async function reserve(
  { ledger, ledgerTimes, clock }: BookkeeperSettings,
  health: LedgerHealth,
  reservation: Reservation,
): Promise<ReserveOutcome> {
  const answer = health
    .call(() => ledger.reserve(reservation, ledgerTimes.lease))
    .then((): ReserveAnswer => ({ name: "reserved" }), toAnswer);
  const known = await within(clock, ledgerTimes.reserve, answer);
  if (known) return known;
  health.noteOverdue();
  return { name: "late", answer };
}

function toAnswer(error: unknown): ReserveAnswer {
  return ServiceError.is(error) ? { name: "refused", error } : { name: "failed", error };
}
