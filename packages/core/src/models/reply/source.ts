/** What events and bytes have in common: a pulled source of batches. */
export interface Source<T> {
  /** The next batch, or `undefined` after the last. Rejects when the source fails. */
  read(): Promise<T | undefined>;
  /** Stops the source; any number of times, also while a `read` is pending. */
  cancel(reason?: unknown): Promise<void>;
}
