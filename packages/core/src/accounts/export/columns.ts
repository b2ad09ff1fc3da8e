import type { UsageKind } from "../../conversation/usage/usage.js";
import type { FinalRow } from "../ledger/ledger.js";

/** The value of one field; `undefined` if it is empty. */
export type Cell = string | number | undefined;

/**
 * The columns of the export, in their order: one for every number and one for where it comes from.
 * Money is in whole nano-dollars, times are in ISO 8601, prices, units and the upstream's own usage object are
 * JSON. New columns may be added at the end.
 */
export const columns: Readonly<Record<string, (row: FinalRow) => Cell>> = {
  attempt_id: (row) => row.attemptId,
  request_id: (row) => row.requestId,
  account_id: (row) => row.accountId,
  key_id: (row) => row.keyId,
  model: (row) => row.model,
  format: (row) => row.format,
  idempotency_key: (row) => row.idempotencyKey,
  state: (row) => row.state,
  end: (row) => row.end,
  on_caller_gone: (row) => row.onCallerGone,
  opened_at: (row) => toTime(row.openedAt),
  settled_at: (row) => toTime(row.settledAt),
  reserved_input_tokens: (row) => row.reservedTokens.input,
  reserved_output_tokens: (row) => row.reservedTokens.output,
  reserved_nano_dollars: (row) => row.reservedNanoDollars,
  ...countColumns("input", "input"),
  ...countColumns("cache_read", "cacheRead"),
  ...countColumns("cache_write", "cacheWrite"),
  ...countColumns("cache_write_long", "cacheWriteLong"),
  ...countColumns("output", "output"),
  ...countColumns("reasoning", "reasoning"),
  cost_nano_dollars: (row) => row.costNanoDollars,
  prices: (row) => toJson(row.prices),
  raw_usage: (row) => toJson(row.rawUsage),
  requested_model: (row) => row.requestedModel,
  error_kind: (row) => row.errorKind,
  upstream_status: (row) => row.upstreamStatus,
  end_user: (row) => row.endUser,
  session_id: (row) => row.sessionId,
  units: (row) => toJson(row.usage.units),
};

function countColumns(name: string, kind: UsageKind): typeof columns {
  return {
    [`${name}_tokens`]: (row) => row.usage[kind],
    [`${name}_source`]: (row) => row.usage.sources[kind],
  };
}

function toTime(time: number): string {
  return new Date(time).toISOString();
}

function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
