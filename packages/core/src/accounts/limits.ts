import type { KeyRecord } from "./keys.js";

/** What a request wants to be let in for. */
export interface AdmissionRequest {
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly model: string;
  readonly signal: AbortSignal;
}

/** A place taken. */
export interface Admission {
  /** Gives the place back; called exactly once, when the last byte is out or the request failed. */
  release(): void;
}

/**
 * Port: rate and concurrency. Called once for each request to a model, after validation and before
 * the ledger.
 */
export interface Limits {
  /** @throws ServiceError `rate_limited` or `concurrency_limited`, with `retryAfterSeconds`. */
  admit(request: AdmissionRequest): Promise<Admission>;
}
