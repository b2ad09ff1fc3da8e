import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { isHidden } from "../../validation/check.js";
import { port, shape } from "../../validation/objects.js";
import { name } from "../../validation/values.js";
import type { Checkable } from "../checkable.js";

/** Limits of a key or an account: whole numbers above 0. A rate that is absent is not limited. */
export interface RateLimits {
  /** Requests to models per minute. */
  readonly requestsPerMinute?: number | undefined;
  /** Input tokens per minute, including tokens from a cache. */
  readonly inputTokensPerMinute?: number | undefined;
  /** Output tokens per minute. */
  readonly outputTokensPerMinute?: number | undefined;
  /** Requests that may run at once, streamed or not. */
  readonly concurrentRequests?: number | undefined;
}

/** What a store knows of a caller's key. */
export interface KeyRecord {
  /** Public id; safe to log. */
  readonly id: string;
  /** The account that pays. */
  readonly accountId: string;
  /** The models it may use, by id; `"all"` for every model of the service. */
  readonly models: "all" | readonly string[];
  /** The limits of this key. */
  readonly limits?: RateLimits | undefined;
  /** The limits of the account, which all of its keys share. */
  readonly accountLimits?: RateLimits | undefined;
  /**
   * What whoever identified the caller attaches for models, such as a user or a tenant. It goes to
   * models, endpoints and limits of this process, and is neither stored nor reported.
   */
  readonly attached?: unknown;
}

/**
 * Port: finds a key.
 *
 * Called once for each exchange that needs a key, before its body is read, and never for one without
 * a credential. Compare in constant time, or look up a hash. A key that is revoked or has expired is
 * not valid, at once and on every instance; a store that caches must document for how long. A
 * rejection means that the store cannot answer: the caller gets a 503 and is never let in. The same
 * holds for an answer that takes longer than `ledgerTimes.reserve`. `signal` aborts when the caller
 * leaves; then nobody waits for the result.
 */
export interface Keys extends Checkable {
  /** The record of a presented secret, or `undefined` if it belongs to no valid key. */
  find(request: {
    readonly secret: string;
    readonly signal: AbortSignal;
  }): MaybePromise<KeyRecord | undefined>;
  /**
   * The keys that are given in code, if there are any. A service does not start if one of them names a
   * model that it does not have.
   */
  readonly given?: readonly Pick<KeyRecord, "id" | "models">[] | undefined;
}

/** The check of what `find` returns; every request asks for it. */
export const validRecord = /* @__PURE__ */ shape("a record of a key, or undefined", {
  id: { required: name },
  accountId: { required: name },
  models: {
    required: isHidden(
      '"all" or a list of model ids',
      (models) => models === "all" || Array.isArray(models),
    ),
  },
});

/** The check of keys that a service can look up. */
export const validKeys = /* @__PURE__ */ port<Keys>(
  'keys, such as createMemoryKeys([{ key: "..." }])',
  "find",
);
