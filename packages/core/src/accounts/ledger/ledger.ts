import type { AttemptEnd } from "../../conversation/attempt-end.js";
import type { FinalUsage, Usage } from "../../conversation/usage/usage.js";
import type { ErrorKind } from "../../errors/service-error.js";
import type { JsonObject } from "../../json/value.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { port } from "../../validation/objects.js";
import type { Checkable } from "../checkable.js";
import type { AppliedPrices } from "../prices/prices.js";

/**
 * What an account pays if its caller leaves before the end: `bill-observed` stops the model and bills
 * what was generated, `drain` lets it finish within limits and bills the reported usage, `refund`
 * stops it and bills nothing.
 */
export type CallerGonePolicy = "bill-observed" | "drain" | "refund";

/**
 * What happens to requests of accounts that have no budget, neither a credit nor one that renews:
 * `refuse` refuses them, `unlimited` lets them spend without limit.
 */
export type UnknownAccountsPolicy = "refuse" | "unlimited";

/** What is recorded before an attempt is sent. Times are milliseconds since 1970. */
export interface Reservation {
  /** Unique; the key of the row everywhere. */
  readonly attemptId: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The model that is billed. */
  readonly model: string;
  /**
   * The name under which the caller asked for a model, at most 255 characters of it: the id or an
   * alias of the model, or of the group that it belongs to. Rows of earlier versions have none.
   */
  readonly requestedModel?: string | undefined;
  /** The caller's format. */
  readonly format: string;
  /** For whom the caller acted, as the request said: at most 255 characters of it, not verified. */
  readonly endUser?: string | undefined;
  /**
   * The session of a tool that the request belonged to, as the request said: 1 to 255 visible ASCII
   * characters, not verified.
   */
  readonly sessionId?: string | undefined;
  /** The caller's `Idempotency-Key`, if it sent one. */
  readonly idempotencyKey?: string | undefined;
  readonly openedAt: number;
  /** The maximum cost in nano-dollars (10⁻⁹ US dollars), a whole number; 0 for a model without prices. */
  readonly reservedNanoDollars: number;
  /** The largest possible number of tokens. */
  readonly reservedTokens: { readonly input: number; readonly output: number };
  /** The prices that apply; absent for a model without prices. */
  readonly prices?: AppliedPrices | undefined;
  readonly onCallerGone: CallerGonePolicy;
  /** Refuses the reservation if its account has no budget; absent: such an account has no limit. */
  readonly requiresBudget?: true | undefined;
}

/** How a row ended: like its attempt, or without an end of the attempt. */
export type RowEnd =
  | AttemptEnd
  /** The process was lost before the attempt ended. */
  | "crash"
  /** The attempt was never sent. */
  | "unsent";

/** The result of an attempt. */
export interface Settlement {
  readonly attemptId: string;
  readonly usage: FinalUsage;
  /**
   * The numbers of the upstream's own usage object; left out if they are more than 16 KiB of JSON. Where
   * the price list depends on the tier of the reply, it has the tier as well, if the list has a price for it.
   */
  readonly rawUsage?: JsonObject | undefined;
  /** Nano-dollars, a whole number, rounded up: `costOf` of the row. */
  readonly costNanoDollars: number;
  readonly end: RowEnd;
  /** The kind of the error by which the attempt has failed; absent if it has not, or if its caller left. */
  readonly errorKind?: ErrorKind | undefined;
  /** Of a failed attempt the status of the upstream's answer; absent if there is none. */
  readonly upstreamStatus?: number | undefined;
  /** Milliseconds since 1970. */
  readonly settledAt: number;
}

/** A row whose attempt may still be running; unless it is released, its attempt counts as sent. */
export interface OpenRow extends Reservation {
  readonly state: "open";
  /** What it was last known to have used. */
  readonly observed: Usage;
}

/**
 * A row that does not change any more.
 * `settled`: its attempt ended and was counted. `released`: its attempt was never sent. `recovered`:
 * its process was lost before either; it is billed what was observed, and at least its estimated input.
 */
export interface FinalRow extends Reservation, Settlement {
  readonly state: "settled" | "released" | "recovered";
}

/** One row of the ledger. */
export type AttemptRow = OpenRow | FinalRow;

/** A heartbeat of an attempt that is running. */
export interface Heartbeat {
  readonly attemptId: string;
  /** What it has used so far. */
  readonly observed: Usage;
}

/**
 * Port: the ledger. The unit is the attempt: one call of one model. Its id is the key everywhere, and
 * every function may be called again with the same id: nothing takes effect twice.
 *
 * The service calls `reserve` once, immediately before an attempt is sent, and waits for it; after that
 * no part of an answer waits for the ledger. It calls `heartbeat` every third of the lease, and `settle`
 * or `release` once, and again after a failure. A rejection that is not a `ServiceError` means that the
 * store failed: a `reserve` may have been committed nevertheless, so it is released later; the others
 * are repeated. No call has a signal, because no call may be abandoned halfway. A ledger that need not
 * wait may do without promises, but refuses with a rejection nevertheless.
 */
export interface Ledger extends Checkable {
  /**
   * Writes the open row and takes the reservation from every budget that it falls under, all of it or
   * nothing, for any number of callers at once: the account's credits, the budgets of the account and
   * those of the key. Budgets that renew are taken from in the period of now, by the store's clock; the
   * attempt counts in this period, whenever it ends. The row's lease ends `lease` milliseconds from now, by the
   * store's clock. An id that already exists is left unchanged.
   * @throws ServiceError `budget_exhausted` if the budget does not cover it, or if there must be one
   * (`requiresBudget`) and there is none; then nothing is written
   */
  reserve(reservation: Reservation, lease: number): MaybePromise<void>;
  /** Records what attempts have used so far, and renews their leases. Rows that are not open are left unchanged. */
  heartbeat(heartbeats: readonly Heartbeat[], lease: number): Promise<void>;
  /** Settles an open row once: the reservation is returned and the cost is spent, in one step. */
  settle(settlement: Settlement): MaybePromise<void>;
  /** Ends an open row whose attempt was never sent, and returns the whole reservation. */
  release(attemptId: string, releasedAt: number): MaybePromise<void>;
  /**
   * Ends up to 1,000 open rows whose lease has passed, each as `recoverRow` says, and returns them.
   * Several instances may recover at once; each row is recovered by one of them.
   */
  recover(): Promise<readonly FinalRow[]>;
  /**
   * Records a row that ended elsewhere (in an outbox, while the ledger was down), whatever the budget
   * says: an open row is settled accordingly, an absent one is written and counts in the periods of
   * now, a final one is left unchanged.
   */
  record(row: FinalRow): Promise<void>;
}

/** The check of a ledger that a service writes. */
export const validLedger = /* @__PURE__ */ port<Ledger>(
  "a ledger, such as createMemoryLedger()",
  "reserve",
  "heartbeat",
  "settle",
  "release",
  "recover",
  "record",
);
