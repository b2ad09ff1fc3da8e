/**
 * A value, or the promise of one. What is known at once is given at once: a promise costs objects and
 * a turn of the microtask queue, even if nothing has to be waited for.
 */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * Whether a value must be waited for.
 *
 * @example
 * const found = keys.find(query);
 * const record = isPromise(found) ? await found : found;
 */
export function isPromise<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<PromiseLike<T>>).then === "function"
  );
}

/**
 * Goes on with what `ask` gives: at once if it is known, else when it is.
 * @param fail goes on with what `ask` throws, or rejects with
 */
export function proceed<T, R>(
  ask: () => MaybePromise<T>,
  next: (value: T) => R,
  fail: (error: unknown) => R,
): MaybePromise<R> {
  let value: MaybePromise<T>;
  try {
    value = ask();
  } catch (error) {
    return fail(error);
  }
  return isPromise(value) ? value.then(next, fail) : next(value);
}

/** Hands on what it gets, for `proceed` and `then`. */
export function identity<T>(value: T): T {
  return value;
}

/** The result of synchronous work; what it throws becomes a rejection. */
export function orReject<T>(work: () => T): MaybePromise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}
