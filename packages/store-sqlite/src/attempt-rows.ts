import type { SQLInputValue } from "node:sqlite";
import {
  type FinalRow,
  finalStates,
  type OpenRow,
  openRow,
  type Reservation,
  type Settlement,
  type Usage,
} from "@diglot/core";
import { type Columns, toJsonValue, toNumber, toOptional, toText } from "./columns.js";

/** The columns that `toReservationValues` fills. */
export const reservationColumns = [
  "attempt_id",
  "account_id",
  "key_id",
  "model",
  "opened_at",
  "reserved",
  "details",
] as const;

/** The columns that `toSettlementValues` fills. */
export const settlementColumns = [
  "state",
  "settlement",
  "cost",
  "input",
  "cache_read",
  "cache_write",
  "cache_write_long",
  "output",
  "reasoning",
] as const;

/** The members of a reservation that have columns of their own; all others are in `details`. */
type ReservationColumns = Pick<
  Reservation,
  "attemptId" | "accountId" | "keyId" | "model" | "openedAt" | "reservedNanoDollars"
>;

type ReservationDetails = Omit<Reservation, keyof ReservationColumns>;

/** The members of a settlement that have no columns of their own. */
type SettlementDetails = Pick<
  Settlement,
  "rawUsage" | "end" | "errorKind" | "upstreamStatus" | "settledAt"
> &
  Pick<Settlement["usage"], "sources" | "units">;

/** A reservation, in the order of `reservationColumns`. */
export function toReservationValues(row: Reservation): readonly SQLInputValue[] {
  const { attemptId, accountId, keyId, model, openedAt, reservedNanoDollars } = row;
  const details: ReservationDetails = {
    requestId: row.requestId,
    requestedModel: row.requestedModel,
    format: row.format,
    endUser: row.endUser,
    sessionId: row.sessionId,
    idempotencyKey: row.idempotencyKey,
    reservedTokens: row.reservedTokens,
    prices: row.prices,
    onCallerGone: row.onCallerGone,
    requiresBudget: row.requiresBudget,
  };
  const rest = JSON.stringify(details);
  return [attemptId, accountId, keyId, model, openedAt, reservedNanoDollars, rest];
}

/** A settlement, in the order of `settlementColumns`. */
export function toSettlementValues(
  { usage, costNanoDollars, end, rawUsage, errorKind, upstreamStatus, settledAt }: Settlement,
  state: FinalRow["state"],
): readonly SQLInputValue[] {
  const { sources, units, input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning } = usage;
  const details: SettlementDetails = {
    rawUsage,
    end,
    errorKind,
    upstreamStatus,
    settledAt,
    sources,
    units,
  };
  const counts = [input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning];
  return [state, JSON.stringify(details), costNanoDollars, ...counts];
}

/** The open row in these columns. */
export function toOpenRow(columns: Columns): OpenRow {
  const observed = toOptional(toJsonValue<Usage>, columns, "observed") ?? {};
  return openRow(toReservation(columns), observed);
}

/** The final row in these columns. */
export function toFinalRow(columns: Columns): FinalRow {
  const { sources, units, ...details } = toJsonValue<SettlementDetails>(columns, "settlement");
  return {
    ...toReservation(columns),
    ...details,
    usage: {
      input: toNumber(columns, "input"),
      cacheRead: toNumber(columns, "cache_read"),
      cacheWrite: toNumber(columns, "cache_write"),
      cacheWriteLong: toNumber(columns, "cache_write_long"),
      output: toNumber(columns, "output"),
      reasoning: toNumber(columns, "reasoning"),
      sources,
      ...(units && { units }),
    },
    costNanoDollars: toNumber(columns, "cost"),
    state: toFinalState(columns),
  };
}

function toReservation(columns: Columns): Reservation {
  return {
    ...toJsonValue<ReservationDetails>(columns, "details"),
    attemptId: toText(columns, "attempt_id"),
    accountId: toText(columns, "account_id"),
    keyId: toText(columns, "key_id"),
    model: toText(columns, "model"),
    openedAt: toNumber(columns, "opened_at"),
    reservedNanoDollars: toNumber(columns, "reserved"),
  };
}

function toFinalState(columns: Columns): FinalRow["state"] {
  const text = toText(columns, "state");
  const state = finalStates.find((known) => known === text);
  if (state) return state;
  throw new TypeError(`The ledger has a row in the state ${text}, which no final row has.`);
}
