import { assertPriceList } from "../accounts/prices/check-prices.js";
import type { Model } from "./model.js";

/** A list that is not empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/**
 * Checks a model that is passed to a wrapper. Its prices are checked too, because a service sees only
 * the models that it is given, not those inside them.
 * @throws TypeError if the value is not a model, so that a mistake shows where it was made
 */
export function checkModel(user: string, value: Model): Model {
  const respond: unknown = (value as Model | null | undefined)?.respond;
  if (typeof respond !== "function")
    throw new TypeError(`${user} needs a model, such as defineModel() returns.`);
  if (value.prices !== undefined) assertPriceList(value.id, value.prices);
  return value;
}

/** The list, copied. @throws TypeError unless it has an item */
export function checkList<T>(user: string, values: readonly T[]): NonEmpty<T> {
  if (Array.isArray(values) && values.length > 0) {
    const [first, ...others] = values as unknown as NonEmpty<T>;
    return [first, ...others];
  }
  throw new TypeError(`${user} needs a list of at least one model.`);
}

/** @throws TypeError that names the option unless it is a function */
export function checkFunction<T>(name: string, value: T): T {
  if (typeof value === "function") return value;
  throw new TypeError(`${name} must be a function, not ${String(value)}.`);
}

/** @throws TypeError that names the option unless it is a finite number of 0 or more */
export function checkAmount(name: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a finite number of 0 or more, not ${String(value)}.`);
}

/** @throws TypeError that names the option unless it is a finite number above 0 */
export function checkPositive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new TypeError(`${name} must be a finite number above 0, not ${String(value)}.`);
}

/** @throws TypeError that names the option unless it is a whole number of at least `minimum` */
export function checkCount(name: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new TypeError(
    `${name} must be a whole number of at least ${minimum}, not ${String(value)}.`,
  );
}
