import type { UsageCounts } from "../../conversation/usage.js";

/** US dollars per million tokens, as vendors print them: 0 to 1,000, exact to 6 decimals. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** Default: the price of input. */
  readonly cacheRead?: number | undefined;
  /** Default: the price of input. */
  readonly cacheWrite?: number | undefined;
  /** Default: the price of `cacheWrite`. */
  readonly cacheWriteLong?: number | undefined;
}

/** The prices of a model's tokens. */
export interface Prices extends TokenPrices {
  /** The prices of all tokens of a request whose input, including cached input, is above `above` tokens. */
  readonly longContext?: (TokenPrices & { readonly above: number }) | undefined;
}

/** Prices that apply from a day on. */
export interface DatedPrices extends Prices {
  /** A day in UTC, such as `2026-11-01`, or a time in ISO 8601 with its zone. */
  readonly from: string;
}

/**
 * Prices that always apply, or a list by date, of which the latest that has begun applies; of two with
 * the same date, the later in the list. A list is read once: to change it, pass another one.
 */
export type PriceList = Prices | readonly DatedPrices[];

/** 1 US dollar per million tokens is 1,000,000 picodollars per token: whole numbers for every printed price. */
const picoDollarsPerToken = 1_000_000;

/**
 * The cost of a usage, in whole nano-dollars, rounded up; 0 for a model without prices.
 * Exact up to 9,000 dollars for one usage; sums of costs stay exact up to 9 million dollars.
 */
export function costOf(usage: UsageCounts, prices: Prices | undefined): number {
  if (!prices) return 0;
  const { input, cacheRead, cacheWrite, cacheWriteLong, output } = usage;
  const tier = tierOf(prices, input + cacheRead + cacheWrite + cacheWriteLong);
  const write = tier.cacheWrite ?? tier.input;
  const picoDollars =
    input * toPico(tier.input) +
    cacheRead * toPico(tier.cacheRead ?? tier.input) +
    cacheWrite * toPico(write) +
    cacheWriteLong * toPico(tier.cacheWriteLong ?? write) +
    output * toPico(tier.output);
  return Math.ceil(picoDollars / 1000);
}

/** The maximum cost of so many tokens: at the highest price of any kind of input, and in the more expensive tier. */
export function worstCostOf(
  tokens: { readonly input: number; readonly output: number },
  prices: Prices | undefined,
): number {
  if (!prices) return 0;
  const { longContext } = prices;
  const tiers = longContext && tokens.input > longContext.above ? [prices, longContext] : [prices];
  return Math.max(...tiers.map((tier) => worstOfTier(tokens, tier)));
}

function worstOfTier(
  tokens: { readonly input: number; readonly output: number },
  prices: TokenPrices,
): number {
  const dearestInput = Math.max(
    prices.input,
    prices.cacheRead ?? 0,
    prices.cacheWrite ?? 0,
    prices.cacheWriteLong ?? 0,
  );
  return Math.ceil(
    (tokens.input * toPico(dearestInput) + tokens.output * toPico(prices.output)) / 1000,
  );
}

function tierOf(prices: Prices, inputTokens: number): TokenPrices {
  const { longContext } = prices;
  return longContext && inputTokens > longContext.above ? longContext : prices;
}

function toPico(dollarsPerMillion: number): number {
  return Math.round(dollarsPerMillion * picoDollarsPerToken);
}

/** The prices that apply at a time, in milliseconds since 1970; before the first of a list, the first. */
export function pricesAt(list: PriceList | undefined, time: number): Prices | undefined {
  if (!isDated(list)) return list;
  const periods = periodsOf(list);
  const period = periods.findLast(({ from }) => from <= time) ?? periods[0];
  return period?.prices;
}

/** Whether prices are a list by date. */
export function isDated(list: PriceList | undefined): list is readonly DatedPrices[] {
  return Array.isArray(list);
}

/** Prices with the moment from which they apply, in milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly prices: Prices;
}

/** Lists that have been read, because every request needs the prices. */
const readLists = /* @__PURE__ */ new WeakMap<readonly DatedPrices[], readonly Period[]>();

function periodsOf(list: readonly DatedPrices[]): readonly Period[] {
  const read = readLists.get(list);
  if (read) return read;
  const periods = list
    .map(({ from, ...prices }) => ({ from: Date.parse(from), prices }))
    .sort((one, other) => one.from - other.from);
  readLists.set(list, periods);
  return periods;
}
