/** A request that must happen once, however often it is sent. */
export interface IdempotencyClaim {
  /** Whose key it is: the account. */
  readonly scope: string;
  /** The caller's `Idempotency-Key`, at most 255 characters. */
  readonly key: string;
  /** A hash of the endpoint and the body. */
  readonly fingerprint: string;
  /** Milliseconds after which a request that has not finished must have been lost. */
  readonly lease: number;
  /** Milliseconds for which the key is kept. */
  readonly retention: number;
}

/** The answer to the first request of a key. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What is known of a key when a request comes with it. */
export type IdempotencyState =
  /** Nothing; the key is this request's now. */
  | { readonly name: "new" }
  /** Its first request still runs. */
  | { readonly name: "running" }
  /** Its first request was another one. */
  | { readonly name: "mismatch" }
  /** Its first request ended with this answer. */
  | { readonly name: "answered"; readonly answer: StoredAnswer }
  /** Its first request was lost with its process, or its answer was too large to keep: what became of it is not known. */
  | { readonly name: "lost" };

/**
 * Port: keys of requests that must not happen twice. Called only for requests with an
 * `Idempotency-Key`: `claim` once, after validation and before anything is counted or sent, then
 * either `keep` or `forget`. A rejection of `claim` answers 503; one of the others is reported.
 */
export interface IdempotencyStore {
  /** Takes the key, or says what is known of it; for any number of callers at once, one gets `new`. */
  claim(claim: IdempotencyClaim): Promise<IdempotencyState>;
  /** Keeps the answer; `undefined`: it cannot be kept, so the key is `lost` from now on. */
  keep(scope: string, key: string, answer: StoredAnswer | undefined): Promise<void>;
  /** Gives the key free again: nothing has happened. */
  forget(scope: string, key: string): Promise<void>;
}
