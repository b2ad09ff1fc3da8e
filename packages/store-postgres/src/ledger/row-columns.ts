import {
  callerGonePolicies,
  errorKinds,
  type FinalRow,
  type FinalUsage,
  finalStates,
  type OpenRow,
  type Prices,
  type Reservation,
  rowEnds,
  type Settlement,
  type Units,
  type Usage,
  type UsageKind,
  usageKinds,
  usageSources,
} from "@diglot/core";
import { type Columns, numberOf, objectOf, optional, textOf, wordOf } from "../columns.js";

/** The column of each kind of tokens. */
export const usageColumns: Readonly<Record<UsageKind, string>> = {
  input: "input",
  cacheRead: "cache_read",
  cacheWrite: "cache_write",
  cacheWriteLong: "cache_write_long",
  output: "output",
  reasoning: "reasoning",
};

/** The columns of an open row. */
export function fromOpenRow(row: OpenRow): Columns {
  const { state, observed } = row;
  return { ...fromReservation(row), state, observed };
}

/** The columns of a final row. */
export function fromFinalRow(row: FinalRow): Columns {
  return { ...fromReservation(row), ...fromSettlement(row, row.state) };
}

/** The columns that change when a row becomes final. */
export function fromSettlement(settlement: Settlement, state: FinalRow["state"]): Columns {
  const { usage } = settlement;
  return {
    attempt_id: settlement.attemptId,
    state,
    input: usage.input,
    cache_read: usage.cacheRead,
    cache_write: usage.cacheWrite,
    cache_write_long: usage.cacheWriteLong,
    output: usage.output,
    reasoning: usage.reasoning,
    sources: usage.sources,
    units: usage.units,
    raw_usage: settlement.rawUsage,
    cost_nano_dollars: settlement.costNanoDollars,
    ended: settlement.end,
    error_kind: settlement.errorKind,
    upstream_status: settlement.upstreamStatus,
    settled_at: settlement.settledAt,
  };
}

function fromReservation(row: Reservation): Columns {
  return {
    attempt_id: row.attemptId,
    request_id: row.requestId,
    account_id: row.accountId,
    key_id: row.keyId,
    model: row.model,
    requested_model: row.requestedModel,
    format: row.format,
    end_user: row.endUser,
    session_id: row.sessionId,
    idempotency_key: row.idempotencyKey,
    opened_at: row.openedAt,
    reserved_nano_dollars: row.reservedNanoDollars,
    reserved_input: row.reservedTokens.input,
    reserved_output: row.reservedTokens.output,
    prices: row.prices,
    on_caller_gone: row.onCallerGone,
    requires_budget: row.requiresBudget,
  };
}

/** The row of an attempt that is open. */
export function toOpenRow(columns: Columns): OpenRow {
  return {
    ...toReservation(columns),
    state: "open",
    observed: usageOf(columns, "observed"),
  };
}

/** The row of an attempt that has ended. */
export function toFinalRow(columns: Columns): FinalRow {
  return {
    ...toReservation(columns),
    state: wordOf(columns, "state", finalStates),
    usage: toFinalUsage(columns),
    ...optional("rawUsage", columns, "raw_usage", objectOf),
    costNanoDollars: numberOf(columns, "cost_nano_dollars"),
    end: wordOf(columns, "ended", rowEnds),
    ...optional("errorKind", columns, "error_kind", (from, name) => wordOf(from, name, errorKinds)),
    ...optional("upstreamStatus", columns, "upstream_status", numberOf),
    settledAt: numberOf(columns, "settled_at"),
  };
}

function toReservation(columns: Columns): Reservation {
  return {
    attemptId: textOf(columns, "attempt_id"),
    requestId: textOf(columns, "request_id"),
    accountId: textOf(columns, "account_id"),
    keyId: textOf(columns, "key_id"),
    model: textOf(columns, "model"),
    ...optional("requestedModel", columns, "requested_model", textOf),
    ...optional("endUser", columns, "end_user", textOf),
    ...optional("sessionId", columns, "session_id", textOf),
    format: textOf(columns, "format"),
    ...optional("idempotencyKey", columns, "idempotency_key", textOf),
    openedAt: numberOf(columns, "opened_at"),
    reservedNanoDollars: numberOf(columns, "reserved_nano_dollars"),
    reservedTokens: {
      input: numberOf(columns, "reserved_input"),
      output: numberOf(columns, "reserved_output"),
    },
    ...optional("prices", columns, "prices", pricesOf),
    onCallerGone: wordOf(columns, "on_caller_gone", callerGonePolicies),
    ...(columns.requires_budget === true && { requiresBudget: true }),
  };
}

function toFinalUsage(columns: Columns): FinalUsage {
  const from = objectOf(columns, "sources");
  return {
    ...toUsageCounts(columns),
    sources: mapKinds((kind) => wordOf(from, kind, usageSources)),
    ...optional("units", columns, "units", unitsOf),
  };
}

/** The counts of all kinds of tokens. */
export function toUsageCounts(columns: Columns): Readonly<Record<UsageKind, number>> {
  return mapKinds((kind) => numberOf(columns, usageColumns[kind]));
}

function mapKinds<T>(read: (kind: UsageKind) => T): Readonly<Record<UsageKind, T>> {
  return {
    input: read("input"),
    cacheRead: read("cacheRead"),
    cacheWrite: read("cacheWrite"),
    cacheWriteLong: read("cacheWriteLong"),
    output: read("output"),
    reasoning: read("reasoning"),
  };
}

function usageOf(columns: Columns, name: string): Usage {
  const counts = objectOf(columns, name);
  const known = usageKinds
    .filter((kind) => counts[kind] !== undefined)
    .map((kind) => [kind, numberOf(counts, kind)]);
  return { ...Object.fromEntries(known), ...optional("units", counts, "units", unitsOf) };
}

/** Counts that need not be whole, by their names. */
function unitsOf(columns: Columns, name: string): Units {
  const units = objectOf(columns, name);
  if (isUnits(units)) return units;
  throw new TypeError(`The database's column ${name} does not hold counts of units.`);
}

function isUnits(units: Columns): units is Columns & Units {
  return Object.values(units).every((count) => typeof count === "number");
}

/** Prices as this store wrote them: an object with a price of input and one of output. */
function pricesOf(columns: Columns, name: string): Prices {
  const prices = objectOf(columns, name);
  if (isPrices(prices)) return prices;
  throw new TypeError(`The database's column ${name} does not hold prices.`);
}

function isPrices(value: Columns): value is Columns & Prices {
  return typeof value.input === "number" && typeof value.output === "number";
}
