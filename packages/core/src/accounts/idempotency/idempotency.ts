import { port } from "../../validation/objects.js";
import type { Checkable } from "../checkable.js";

/** A request that must happen once, however often it is sent. */
export interface IdempotencyClaim {
  /** The account that the key belongs to. */
  readonly scope: string;
  /** The caller's `Idempotency-Key`, at most 255 characters. */
  readonly key: string;
  /** A hash of the endpoint and the body. */
  readonly fingerprint: string;
  /** Milliseconds after which an unfinished request counts as lost. */
  readonly lease: number;
  /** How long the key is kept, in milliseconds. */
  readonly retention: number;
}

/** The answer to the first request of a key. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The state of a key when a request arrives with it. */
export type IdempotencyState =
  /** The key was not known; it now belongs to this request. */
  | { readonly name: "new" }
  /** Its first request is still running. */
  | { readonly name: "running" }
  /** Its first request was a different one. */
  | { readonly name: "mismatch" }
  /** Its first request ended with this answer. */
  | { readonly name: "answered"; readonly answer: StoredAnswer }
  /** Its first request was lost with its process, or its answer was too large to keep: its outcome is not known. */
  | { readonly name: "lost" };

/**
 * Port: keys of requests that must not happen twice. Called only for requests with an
 * `Idempotency-Key`: `claim` once, after validation and before anything is counted or sent, then
 * either `keep` or `forget`. A rejection of `claim` answers 503; one of the others is reported.
 */
export interface IdempotencyStore extends Checkable {
  /** Takes the key, or returns its state; of any number of concurrent callers, one gets `new`. */
  claim(claim: IdempotencyClaim): Promise<IdempotencyState>;
  /** Keeps the answer; `undefined` if it cannot be kept, so that the key is `lost` from now on. */
  keep(scope: string, key: string, answer: StoredAnswer | undefined): Promise<void>;
  /** Frees the key again, because nothing has happened. */
  forget(scope: string, key: string): Promise<void>;
}

/** The check of a store of idempotency keys. */
export const validIdempotency = /* @__PURE__ */ port<IdempotencyStore>(
  "a store of idempotency keys, such as createMemoryIdempotency()",
  "claim",
  "keep",
  "forget",
);
