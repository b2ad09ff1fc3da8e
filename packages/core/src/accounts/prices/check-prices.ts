import { isObject } from "../../json/value.js";
import { parseTime } from "../time.js";
import { isDated, type PriceList } from "./prices.js";

/**
 * Checks the prices of a model: a price that is not a number would make every cost NaN, and no budget
 * would be enforced. A list by date must have begun by now.
 * @throws TypeError that names the model and the price
 */
export function checkPrices(model: string, list: PriceList | undefined, now: number): void {
  if (list === undefined) return;
  assertPriceList(model, list);
  if (!isDated(list) || list.some(({ from }) => Date.parse(from) <= now)) return;
  throw new TypeError(`The prices of "${model}" have not begun: no entry applies today.`);
}

/**
 * Checks the form of a model's prices.
 * @throws TypeError that names the model and the price
 */
export function assertPriceList(model: string, value: unknown): asserts value is PriceList {
  const place = `prices of "${model}"`;
  if (!Array.isArray(value)) return checkEntry(place, value, []);
  if (value.length === 0) throw new TypeError(`The list of ${place} is empty.`);
  for (const [index, entry] of value.entries()) checkDated(place, entry, index);
}

function checkDated(place: string, entry: unknown, index: number): void {
  const from = isObject(entry) ? entry.from : undefined;
  if (parseTime(from) === undefined) {
    throw new TypeError(
      `from in entry ${index} of the ${place} must be a day such as "2026-11-01" or a time with its zone, not ${toText(from)}.`,
    );
  }
  checkEntry(`${place} from ${from}`, entry, ["from"]);
}

function checkEntry(place: string, prices: unknown, others: readonly string[]): void {
  checkTier(place, prices, [...others, "longContext"]);
  const { longContext } = prices;
  if (longContext === undefined) return;
  const tier = `longContext of the ${place}`;
  checkTier(tier, longContext, ["above"]);
  const { above } = longContext;
  if (Number.isSafeInteger(above) && Number(above) >= 0) return;
  throw new TypeError(
    `above in the ${tier} must be a whole number of tokens, not ${toText(above)}.`,
  );
}

const priceNames = ["input", "output", "cacheRead", "cacheWrite", "cacheWriteLong"] as const;
const requiredNames: readonly string[] = ["input", "output"];

function checkTier(
  place: string,
  prices: unknown,
  others: readonly string[],
): asserts prices is Readonly<Record<string, unknown>> {
  if (!isObject(prices))
    throw new TypeError(`The ${place} must be an object of prices, not ${toText(prices)}.`);
  const known = [...priceNames, ...others];
  const unknown = Object.keys(prices).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`${unknown} in the ${place} is unknown; use ${known.join(", ")}.`);
  }
  for (const name of priceNames) checkPrice(name, place, prices[name]);
}

/** Dollars per million tokens. Up to this price, the cost of every attempt is an exact number. */
const highestPrice = 1_000;

function checkPrice(name: string, place: string, price: unknown): void {
  if (price === undefined && !requiredNames.includes(name)) return;
  if (typeof price === "number" && price >= 0 && price <= highestPrice) return;
  throw new TypeError(
    `${name} in the ${place} must be from 0 to 1,000 dollars per million tokens, not ${toText(price)}.`,
  );
}

/** The invalid value, short enough for a message. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : String(value);
}
