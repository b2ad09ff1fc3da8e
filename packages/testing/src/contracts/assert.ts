import { type ErrorKind, type MaybePromise, ServiceError } from "@diglot/core";

/** The error of a promise that was not kept; runners show its `expected` and `actual` side by side. */
export function createFailure(message: string, expected?: unknown, actual?: unknown): Error {
  return Object.assign(new Error(message), { name: "AssertionError", expected, actual });
}

/** @throws an error with both values unless they are equal; a member that is `undefined` is absent. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  if (isEqual(actual, expected)) return;
  const message = `${what}: expected ${toText(expected)}, but it is ${toText(actual)}`;
  throw createFailure(message, expected, actual);
}

/** @throws an error with the message unless the condition holds */
export function assertThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw createFailure(message);
}

/** The value. @throws an error if it is absent */
export function assertPresent<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw createFailure(`${what} is absent`);
  return value;
}

/** The error of a call that must fail. @throws an error if it does not fail */
export async function assertRejects(call: MaybePromise<unknown>, what: string): Promise<unknown> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "rejected") return result.reason;
  throw createFailure(
    `${what}: expected a rejection, but it resolved with ${toText(result.value)}`,
  );
}

/** The refusal of a call. @throws an error unless it is refused with a `ServiceError` of this kind */
export async function assertRefuses(
  call: MaybePromise<unknown>,
  kind: ErrorKind,
  what: string,
): Promise<ServiceError> {
  const error = await assertRejects(call, what);
  if (!ServiceError.is(error)) {
    throw createFailure(`${what}: expected a ServiceError, but it is ${toText(error)}`);
  }
  assertEqual(error.kind, kind, `${what}: the kind of the refusal`);
  return error;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  if (one instanceof Uint8Array || other instanceof Uint8Array) return areSameBytes(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ofOne, ofOther] = [presentKeys(one), presentKeys(other)];
  return (
    ofOne.length === ofOther.length &&
    ofOne.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

function areSameBytes(one: unknown, other: unknown): boolean {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return false;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function presentKeys(object: Readonly<Record<string, unknown>>): readonly string[] {
  if (Array.isArray(object)) return Object.keys(object);
  return Object.keys(object).filter((key) => object[key] !== undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A value in a message; errors by their text, long values cut. */
function toText(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
