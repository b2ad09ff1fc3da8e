import { isPromise, type MaybePromise } from "./maybe-promise.js";

/**
 * A source of batches that its reader pulls: bytes of a body, or events of a reply. Nothing is produced
 * before it is read, so a reader that stops reading pauses the source. It is no async iterable, because
 * cancelling must work while a `read` is pending, and the `return()` of an async generator waits for
 * the pending read.
 */
export interface Source<T> {
  /**
   * The next batch, or `undefined` after the last; a promise only if it must be waited for. Throws
   * or rejects when the source fails. One call at a time.
   */
  read(): MaybePromise<T | undefined>;
  /** Stops the source; any number of times, also while a `read` is pending. */
  cancel(reason?: unknown): Promise<void>;
}

/** The same source, whose first batches were read already. */
export function withFirst<T>(first: readonly T[], source: Source<T>): Source<T> {
  // What was read is not kept, since a stream may last for minutes.
  const held = [...first];
  return {
    read: () => (held.length > 0 ? held.shift() : source.read()),
    cancel(reason) {
      held.length = 0;
      return source.cancel(reason);
    },
  };
}

/** The same source, whose batches are passed through a function. It gets `undefined` at the end. */
export function mapSource<T, R>(
  source: Source<T>,
  pass: (batch: T | undefined) => R | undefined,
): Source<R> {
  return {
    read() {
      const batch = source.read();
      return isPromise(batch) ? batch.then(pass) : pass(batch);
    },
    cancel: (reason) => source.cancel(reason),
  };
}
