import type { SQLInputValue } from "node:sqlite";
import {
  type FinalRow,
  finalStates,
  type OpenRow,
  openRow,
  type Reservation,
  type Usage,
} from "@diglot/core";
import { type Columns, toJsonValue, toNumber, toOptional, toText } from "./columns.js";

/** The columns of an open row that `toOpenValues` fills. */
export const openColumns = [
  "attempt_id",
  "account_id",
  "key_id",
  "model",
  "opened_at",
  "reserved",
  "details",
] as const;

/** The columns of a final row that `toFinalValues` fills. */
export const finalColumns = [
  ...openColumns,
  "state",
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

/** Of a final row, `details` has the rest of the settlement too. */
type FinalDetails = ReservationDetails &
  Pick<FinalRow, "rawUsage" | "end" | "errorKind" | "upstreamStatus" | "settledAt"> &
  Pick<FinalRow["usage"], "sources">;

/** A reservation, in the order of `openColumns`. */
export function toOpenValues({
  attemptId,
  accountId,
  keyId,
  model,
  openedAt,
  reservedNanoDollars,
  ...details
}: ReservationColumns): readonly SQLInputValue[] {
  const rest = JSON.stringify(details);
  return [attemptId, accountId, keyId, model, openedAt, reservedNanoDollars, rest];
}

/** A final row, in the order of `finalColumns`. */
export function toFinalValues({
  usage,
  costNanoDollars,
  state,
  ...row
}: FinalRow): readonly SQLInputValue[] {
  const { sources, input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning } = usage;
  const counts = [input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning];
  const written = { ...row, sources };
  return [...toOpenValues(written), state, costNanoDollars, ...counts];
}

/** The open row in these columns. */
export function toOpenRow(columns: Columns): OpenRow {
  const details = toJsonValue<ReservationDetails>(columns, "details");
  return {
    ...openRow({ ...details, ...toReservationColumns(columns) }),
    observed: toOptional(toJsonValue<Usage>, columns, "observed") ?? {},
  };
}

/** The final row in these columns. */
export function toFinalRow(columns: Columns): FinalRow {
  const { sources, ...details } = toJsonValue<FinalDetails>(columns, "details");
  return {
    ...details,
    ...toReservationColumns(columns),
    usage: {
      input: toNumber(columns, "input"),
      cacheRead: toNumber(columns, "cache_read"),
      cacheWrite: toNumber(columns, "cache_write"),
      cacheWriteLong: toNumber(columns, "cache_write_long"),
      output: toNumber(columns, "output"),
      reasoning: toNumber(columns, "reasoning"),
      sources,
    },
    costNanoDollars: toNumber(columns, "cost"),
    state: toFinalState(columns),
  };
}

function toReservationColumns(columns: Columns): ReservationColumns {
  return {
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
