/** Counts of what is not a token, by the name of the unit: `{ seconds: 12.5 }`. */
export type Units = Readonly<Record<string, number>>;

/** The most of one unit in one reply; a larger count is wrong, and its cost would not be exact. */
const mostOfUnit = 1_000_000_000;
/** Decimals of a count. */
const decimals = 1_000_000;
/** The most units of one reply. */
const mostUnits = 16;
const unitName = /^[a-z]\w{0,63}$/i;

/** What the name of a unit must be, in the words of errors. */
export const unitNameForm = "1 to 64 letters, digits or underscores, with a letter first";

/** Whether a text can be the name of a unit. */
export function isUnitName(name: string): boolean {
  return unitName.test(name);
}

/** A count with at most six decimals; `undefined` for anything that is not a count. */
export function toUnitCount(value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0 && value <= mostOfUnit)) return undefined;
  return Math.round(value * decimals) / decimals;
}

/** The counts that are valid; `undefined` if there is none. */
export function toUnits(given: Units | undefined): Units | undefined {
  if (given === undefined) return undefined;
  const counts: Record<string, number> = {};
  for (const [name, value] of Object.entries(given).slice(0, mostUnits)) {
    const count = toUnitCount(value);
    if (count !== undefined && isUnitName(name)) counts[name] = count;
  }
  return Object.keys(counts).length === 0 ? undefined : counts;
}

/** The sums of counts by the name of the unit; `undefined` if neither has any. */
export function addUnits(first: Units | undefined, second: Units | undefined): Units | undefined {
  if (!first || !second) return first ?? second;
  const sums = { ...first };
  for (const [name, count] of Object.entries(second)) {
    sums[name] = count + (Object.hasOwn(first, name) ? (first[name] ?? 0) : 0);
  }
  return toUnits(sums);
}

/** Whether all counts are valid, so that they can be recorded as they are. */
export function areUnits(given: Units): boolean {
  const entries = Object.entries(given);
  if (entries.length === 0 || entries.length > mostUnits) return false;
  return entries.every(([name, count]) => isUnitName(name) && toUnitCount(count) === count);
}

/** In picodollars, rounded up. Numbers beyond 2^53 occur on the way, so it is computed in big integers. */
export function unitCostOf(units: Units | undefined, prices: Units | undefined): number {
  if (!units || !prices) return 0;
  let cost = 0n;
  for (const [name, count] of Object.entries(units)) {
    const price = Object.hasOwn(prices, name) ? (prices[name] ?? 0) : 0;
    cost += BigInt(Math.round(count * decimals)) * BigInt(Math.round(price * 1e12));
  }
  const scale = BigInt(decimals);
  return Number((cost + scale - 1n) / scale);
}
