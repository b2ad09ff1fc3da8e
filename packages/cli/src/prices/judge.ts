import { type DatedPrices, type PriceList, type Prices, unpricedUnits } from "@diglot/core";
import type { ConfiguredModel } from "./list-models.js";
import type { PricedModel } from "./schema.js";

/**
 * How the prices of a model compare with the table: it has none, they are not those of the table, they
 * are, they are of a later day than the table, or the table does not know the model.
 */
export type PriceState = "missing" | "old" | "current" | "newer" | "unknown";

/** A price that is not the one of the table. */
export interface Difference {
  /** `input`, `longContext.cacheRead`, … */
  readonly name: string;
  /** Absent: the config has none, and none follows from its other prices. */
  readonly configured?: number | undefined;
  readonly listed: number;
}

/** A model of a config, compared with the table. */
export interface Judged extends Omit<ConfiguredModel, "prices" | "units"> {
  readonly state: PriceState;
  /** The prices of the config that apply now. */
  readonly prices?: Prices | undefined;
  readonly differences: readonly Difference[];
  /** The units of its requests that the config has no price for, so that they cost nothing; absent if none. */
  readonly unpriced?: readonly string[] | undefined;
  /** The entry of the table. */
  readonly listed?: PricedModel | undefined;
}

/** Compares the prices of a model that apply at a time with those of its entry in the table. */
export function judge(
  { prices: list, units = [], ...named }: ConfiguredModel,
  listed: PricedModel | undefined,
  now: number,
): Judged {
  if (list === undefined) return { ...named, state: "missing", differences: [], listed };
  const prices = pricesNow(list, now);
  const unpriced = unpricedUnits(units, prices);
  const model = { ...named, ...(unpriced.length > 0 && { unpriced }) };
  if (!listed) return { ...model, state: "unknown", prices, differences: [] };
  const differences = compare(prices, listed.prices);
  const state = differences.length === 0 ? "current" : isLater(prices, listed) ? "newer" : "old";
  return { ...model, state, prices, differences, listed };
}

/** Of a list by date, the latest prices that have begun. */
function pricesNow(list: PriceList, now: number): Prices {
  if (!isDated(list)) return list;
  const sorted = list.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const found = sorted.findLast(({ from }) => Date.parse(from) <= now) ?? sorted[0];
  if (!found) throw new TypeError("A list of prices has an entry.");
  return found;
}

function isDated(list: PriceList): list is readonly DatedPrices[] {
  return Array.isArray(list);
}

/** Whether prices of a config begin after the day of the table. */
function isLater(prices: Prices, { date }: PricedModel): boolean {
  const { from } = prices as Partial<DatedPrices>;
  return from !== undefined && Date.parse(from) > Date.parse(date);
}

/** The prices that the table has and the config has not, or not so. What the table lacks is not compared. */
function compare(configured: Prices, listed: Prices): readonly Difference[] {
  const { longContext } = listed;
  const long = longContext && compareTiers(configured.longContext, longContext, "longContext.");
  return [...compareTiers(configured, listed, ""), ...(long ?? [])];
}

const names = ["input", "output", "cacheRead", "cacheWrite", "cacheWriteLong"] as const;
type TokenPrices = Pick<Prices, (typeof names)[number]>;

function compareTiers(
  configured: TokenPrices | undefined,
  listed: TokenPrices,
  prefix: string,
): readonly Difference[] {
  const applied = configured && withDefaults(configured);
  return names.flatMap((name) => {
    const price = listed[name];
    if (price === undefined || applied?.[name] === price) return [];
    return [{ name: prefix + name, configured: applied?.[name], listed: price }];
  });
}

/** What a price list charges where it says nothing. */
function withDefaults(prices: TokenPrices): Required<TokenPrices> {
  const { input, output, cacheRead = input, cacheWrite = input } = prices;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    cacheWriteLong: prices.cacheWriteLong ?? cacheWrite,
  };
}
