/** What is known of a caller's key. */
export interface KeyRecord {
  /** Public id; safe to log. */
  readonly id: string;
  /** The account that pays. */
  readonly accountId: string;
  /** The models it may use, by id; `"all"` for every model of the service. */
  readonly models: "all" | readonly string[];
  /** The most requests it may have running at once; absent: the service's default. */
  readonly concurrentRequests?: number | undefined;
}

/**
 * Port: finds a key. Called once for each exchange that needs one, before its body is read.
 * Compare in constant time, or look up a hash. A rejection means "cannot tell" and answers 503;
 * it never lets a caller in.
 */
export interface Keys {
  /** The record of a presented secret, or `undefined` if it names no valid key. */
  find(request: {
    readonly secret: string;
    readonly signal: AbortSignal;
  }): Promise<KeyRecord | undefined>;
}
