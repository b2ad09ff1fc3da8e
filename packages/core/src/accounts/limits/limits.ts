import type { RateStatus } from "../../errors/rates.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { port } from "../../validation/objects.js";
import type { Checkable } from "../checkable.js";
import type { KeyRecord } from "../keys/keys.js";

/** A request that asks for a place, before its body is read. */
export interface EntranceRequest {
  readonly key: KeyRecord;
  readonly requestId: string;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

/** What the limits know of a request once its body is valid. */
export interface AdmissionRequest {
  readonly model: string;
  /** The approximate number of input tokens of the request. */
  readonly inputTokens: number;
  /** For whom the caller acts, as it says; nobody has verified it. */
  readonly endUser?: string | undefined;
}

/** The admission of one request. */
export interface Admission {
  /** What the headers of the answer report; absent if no rate applies to the request. */
  readonly rates?: RateStatus | undefined;
  /**
   * Reports what one attempt has used. Called once for each settled attempt, before or after the
   * place is released; the first report replaces the estimate. Must not throw or block.
   */
  spend?(tokens: { readonly input: number; readonly output: number }): void;
}

/** The place of one request. */
export interface Entrance {
  /**
   * Charges the rates. Called at most once: for a request to a model, after validation and before
   * the ledger; never for a request that was already refused.
   * @throws ServiceError `rate_limited` with `rates`, `exceeded` and `retryAfterSeconds`
   */
  admit(request: AdmissionRequest): MaybePromise<Admission>;
  /**
   * Gives the place back. Called exactly once, when the last byte was sent or the request failed.
   */
  release(): void;
}

/**
 * Port: concurrency and rates.
 *
 * A place is taken before the body is read, so that a key never has more unfinished bodies than
 * places; the rates are charged once the body is valid. Both must answer within
 * `ledgerTimes.reserve`. A rejection that is not a `ServiceError` answers 503: a request that cannot
 * be counted is not served. A place that comes too late is released at once.
 */
export interface Limits extends Checkable {
  /**
   * Takes a place for a request to a model or for a count of tokens.
   * @throws ServiceError `concurrency_limited` or `overloaded`, with `retryAfterSeconds`
   */
  enter(request: EntranceRequest): MaybePromise<Entrance>;
}

/** The check of limits of rates and concurrency. */
export const validLimitsPort = /* @__PURE__ */ port<Limits>(
  "limits, such as createLimits({ keys: { requestsPerMinute: 60 } }) of @diglot/limits",
  "enter",
);
