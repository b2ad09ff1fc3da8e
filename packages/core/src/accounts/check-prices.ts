import {
  type DatedPrices,
  isDated,
  type PriceList,
  type Prices,
  type TokenPrices,
} from "./prices.js";

/**
 * Checks what a model's tokens cost: a price that is no number would make every cost NaN, and no
 * budget would hold any more. A list by date must have begun by now.
 * @throws TypeError that names the model and the price
 */
export function checkPrices(model: string, list: PriceList | undefined, now: number): void {
  if (list === undefined) return;
  if (isDated(list)) checkDated(model, list, now);
  else checkEntry(`prices of "${model}"`, list);
}

function checkDated(model: string, list: readonly DatedPrices[], now: number): void {
  for (const entry of list) {
    checkDate(model, entry.from);
    checkEntry(`prices of "${model}" from ${entry.from}`, entry);
  }
  if (list.some(({ from }) => Date.parse(from) <= now)) return;
  throw new TypeError(`The prices of "${model}" have not begun: no entry holds today.`);
}

/** A day, or a time with its zone: without one it would mean another moment on each machine. */
const dateForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function checkDate(model: string, from: unknown): void {
  if (typeof from === "string" && dateForm.test(from) && !Number.isNaN(Date.parse(from))) return;
  throw new TypeError(
    `prices.from of "${model}" must be a day such as "2026-11-01" or a time with its zone, not ${JSON.stringify(from)}.`,
  );
}

function checkEntry(place: string, prices: Prices): void {
  checkTier(place, prices);
  const { longContext } = prices;
  if (longContext === undefined) return;
  checkTier(`longContext of the ${place}`, longContext);
  if (Number.isSafeInteger(longContext.above) && longContext.above >= 0) return;
  throw new TypeError(`longContext.above of the ${place} must be a whole number of tokens.`);
}

function checkTier(place: string, prices: TokenPrices): void {
  for (const name of ["input", "output", "cacheRead", "cacheWrite", "cacheWriteLong"] as const) {
    const price: unknown = prices[name];
    if (price === undefined && name !== "input" && name !== "output") continue;
    if (typeof price === "number" && Number.isFinite(price) && price >= 0) continue;
    throw new TypeError(`${name} in the ${place} must be 0 or more dollars, not ${price}.`);
  }
}
