/** How much may be asked for; what is absent has no bound of its own. Whole numbers above 0. */
export interface RateLimits {
  readonly requestsPerMinute?: number | undefined;
  /** Input tokens, those from a cache included. */
  readonly inputTokensPerMinute?: number | undefined;
  readonly outputTokensPerMinute?: number | undefined;
  /** Requests that may run at once, streams and others. */
  readonly concurrentRequests?: number | undefined;
}

/** What is known of a caller's key. */
export interface KeyRecord {
  /** Public id; safe to log. */
  readonly id: string;
  /** The account that pays. */
  readonly accountId: string;
  /** The models it may use, by id; `"all"` for every model of the service. */
  readonly models: "all" | readonly string[];
  /** Bounds of this key. */
  readonly limits?: RateLimits | undefined;
  /** Bounds of the account, which all of its keys share. */
  readonly accountLimits?: RateLimits | undefined;
}

/**
 * Port: finds a key.
 *
 * Called once for each exchange that needs a key, before its body is read, and never for one without
 * a credential. Compare in constant time, or look up a hash. A key that is revoked or has expired is
 * no valid key, at once and on every instance; a store that caches states how long. A rejection
 * means "cannot tell" and answers 503; it never lets a caller in. So does an answer that takes longer
 * than `ledgerTimes.reserve`. `signal` aborts when the caller goes away; nobody waits for the result
 * then.
 */
export interface Keys {
  /** The record of a presented secret, or `undefined` if it names no valid key. */
  find(request: {
    readonly secret: string;
    readonly signal: AbortSignal;
  }): Promise<KeyRecord | undefined>;
}
