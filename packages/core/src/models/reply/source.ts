import type { MaybePromise } from "../../runtime/maybe-promise.js";

/** What events and bytes have in common: a pulled source of batches. */
export interface Source<T> {
  /**
   * The next batch, or `undefined` after the last; a promise only if it must be waited for. Throws
   * or rejects when the source fails.
   */
  read(): MaybePromise<T | undefined>;
  /** Stops the source; any number of times, also while a `read` is pending. */
  cancel(reason?: unknown): Promise<void>;
}
