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
