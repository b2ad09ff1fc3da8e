import type { KeyRecord } from "../keys/keys.js";

/** What a request wants to be let in for. */
export interface AdmissionRequest {
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly model: string;
  /** About how many input tokens the request has. */
  readonly inputTokens: number;
  readonly signal: AbortSignal;
}

/** The kinds of rates. */
export type RateKind = "requests" | "inputTokens" | "outputTokens";

/** One window of a rate, after the request was let in or refused. */
export interface RateWindow {
  readonly limit: number;
  /** What is left in this window; never below 0. */
  readonly remaining: number;
  /** When the window is whole again, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** The windows that bound a request; of a key's and its account's, the one that has less left. */
export type RateStatus = Readonly<Partial<Record<RateKind, RateWindow>>>;

/** A rate that a request would exceed. */
export interface ExceededRate extends RateWindow {
  readonly kind: RateKind;
  readonly scope: "key" | "account";
  /** Who is bounded: the id of the key or of the account. */
  readonly id: string;
  readonly model: string;
  /** What the request asked for. */
  readonly requested: number;
}

/** A place taken. */
export interface Admission {
  /** What the answer's headers tell; absent where no rate bounds the request. */
  readonly rates?: RateStatus | undefined;
  /**
   * Tells what one try has used. Called once for each try that is settled, before or after `release`;
   * the first takes the place of the estimate. May not throw or block.
   */
  spend?(tokens: { readonly input: number; readonly output: number }): void;
  /** Gives the place back; called exactly once, when the last byte is out or the request failed. */
  release(): void;
}

/**
 * Port: rates and concurrency.
 *
 * Called once for each request to a model, after validation and before the ledger; never for one
 * that was refused before. A rejection that is no `ServiceError` answers 503: who cannot be counted
 * is not let in. If `signal` aborts meanwhile, the admission is released as soon as it resolves.
 */
export interface Limits {
  /** @throws ServiceError `rate_limited` (with `rates` and `exceeded`) or `concurrency_limited`, with `retryAfterSeconds` */
  admit(request: AdmissionRequest): Promise<Admission>;
}
