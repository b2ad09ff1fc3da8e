import type { KeyRecord } from "../keys/keys.js";

/** What the limits know of a request that asks for admission. */
export interface AdmissionRequest {
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly model: string;
  /** The approximate number of input tokens of the request. */
  readonly inputTokens: number;
  readonly signal: AbortSignal;
}

/** The kinds of rates. */
export type RateKind = "requests" | "inputTokens" | "outputTokens";

/** One window of a rate, after the request was admitted or refused. */
export interface RateWindow {
  readonly limit: number;
  /** What is left in this window; never below 0. */
  readonly remaining: number;
  /** When the window is full again, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** The windows that apply to a request; of a key's and its account's, the one with less left. */
export type RateStatus = Readonly<Partial<Record<RateKind, RateWindow>>>;

/** A rate that a request would exceed. */
export interface ExceededRate extends RateWindow {
  readonly kind: RateKind;
  readonly scope: "key" | "account";
  /** Whose rate it is: the id of the key or of the account. */
  readonly id: string;
  readonly model: string;
  /** What the request asked for. */
  readonly requested: number;
}

/** The admission of one request. */
export interface Admission {
  /** What the headers of the answer report; absent if no rate applies to the request. */
  readonly rates?: RateStatus | undefined;
  /**
   * Reports what one attempt has used. Called once for each settled attempt, before or after `release`;
   * the first report replaces the estimate. Must not throw or block.
   */
  spend?(tokens: { readonly input: number; readonly output: number }): void;
  /** Ends the admission; called exactly once, when the last byte was sent or the request failed. */
  release(): void;
}

/**
 * Port: rates and concurrency.
 *
 * Called once for each request to a model, after validation and before the ledger; never for a request
 * that was already refused. A rejection that is not a `ServiceError` answers 503: a request that cannot
 * be counted is not admitted. If `signal` aborts meanwhile, the admission is released as soon as it
 * resolves.
 */
export interface Limits {
  /** @throws ServiceError `rate_limited` (with `rates` and `exceeded`) or `concurrency_limited`, with `retryAfterSeconds` */
  admit(request: AdmissionRequest): Promise<Admission>;
}
