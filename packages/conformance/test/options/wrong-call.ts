/** A call as a program in JavaScript makes it, and the whole message of its error. */
export type WrongCall = readonly [call: () => unknown, message: string];

/** A function without its types, as JavaScript sees it. */
export function untyped<Result>(
  call: (...values: never[]) => Result,
): (...values: unknown[]) => Result {
  return call as (...values: unknown[]) => Result;
}
