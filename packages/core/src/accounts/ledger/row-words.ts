import type { CallerGonePolicy, FinalRow, RowEnd, UnknownAccountsPolicy } from "./ledger.js";

/** Every state that a final row can have. */
export const finalStates = [
  "settled",
  "released",
  "recovered",
] as const satisfies readonly FinalRow["state"][];

/** Every way in which a row ends. */
export const rowEnds = [
  "completed",
  "upstream_error",
  "client_abort",
  "timeout",
  "limit",
  "shutdown",
  "crash",
  "unsent",
] as const satisfies readonly RowEnd[];

/** Every policy for callers that leave. */
export const callerGonePolicies = [
  "bill-observed",
  "drain",
  "refund",
] as const satisfies readonly CallerGonePolicy[];

/** Every policy for accounts without a budget. */
export const unknownAccountsPolicies = [
  "refuse",
  "unlimited",
] as const satisfies readonly UnknownAccountsPolicy[];
