import { type AcceptedMembers, factorOfReply } from "../../conversation/members/priced-members.js";
import { type Units, unitCostOf } from "../../conversation/usage/units.js";
import type { UsageCounts } from "../../conversation/usage/usage.js";
import type { JsonObject } from "../../json/value.js";

/** US dollars per million tokens, as vendors print them: 0 to 1,000, exact to 6 decimals. */
export interface TokenPrices {
  /** The price of input that is neither read from nor written to a cache. */
  readonly input: number;
  /** The price of output, reasoning included. */
  readonly output: number;
  /** The price of input that is read from a cache. @default the price of input */
  readonly cacheRead?: number | undefined;
  /** The price of input that is written to a cache. @default the price of input */
  readonly cacheWrite?: number | undefined;
  /** The price of input that is written to a cache with the long lifetime. @default the price of `cacheWrite` */
  readonly cacheWriteLong?: number | undefined;
}

/** The prices of a model's tokens. */
export interface Prices extends TokenPrices {
  /**
   * The prices of all tokens of a request whose input, cached input included, is above `above` tokens. @default
   * none
   */
  readonly longContext?: (TokenPrices & { readonly above: number }) | undefined;
  /**
   * Members of a request that change the price and are accepted nevertheless, with the factor by which they
   * multiply all prices, from 0 to 100: `{ service_tier: { priority: 2, flex: 0.5 }, tools: { web_search: 1.5 }
   * }`. A model with prices refuses all others. @default none
   */
  readonly accepts?: AcceptedMembers | undefined;
  /**
   * US dollars for one unit of what is not a token, by its name: 0 to 1,000, exact to 12 decimals, such as
   * `{ seconds: 0.0001, images: 0.04 }`. A unit without a price is recorded and costs nothing. @default none
   */
  readonly units?: Units | undefined;
  /** The tokens that are reserved for parts of a request that have no text. */
  readonly mediaTokens?: MediaTokens | undefined;
}

/** The most tokens of the parts of a request that have no text. */
export interface MediaTokens {
  /** Tokens of an image. @default 5,000, or 12,000 for the detail `original` */
  readonly image?: number | undefined;
  /** Tokens of a document, a sound, a video or a file. @default any of them fills the context window */
  readonly other?: number | undefined;
}

/** The prices that apply to one attempt. */
export interface AppliedPrices extends Prices {
  /** What the request asked for that multiplies all prices, by the member. */
  readonly asked?: Readonly<Record<string, number>> | undefined;
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
 * @param said the upstream's own usage object, which may say what was billed: what the price list has
 * for that applies, and for the rest what the request has asked for
 */
export function costOf(
  usage: UsageCounts & { readonly units?: Units | undefined },
  prices: AppliedPrices | undefined,
  said?: JsonObject,
): number {
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
  const all = usage.units ? picoDollars + unitCostOf(usage.units, prices.units) : picoDollars;
  return toNano(all * factorOf(prices, said));
}

/** What the prices are multiplied by. */
function factorOf({ accepts, asked }: AppliedPrices, said: JsonObject = {}): number {
  let factor = 1;
  if (!accepts) return factor;
  for (const name of Object.keys(accepts)) {
    factor *= factorOfReply(name, said[name], accepts) ?? asked?.[name] ?? 1;
  }
  return factor;
}

/** What they are multiplied by at most: a discount may be refused by the upstream. */
function worstFactorOf({ accepts, asked }: AppliedPrices): number {
  let factor = 1;
  if (!accepts || !asked) return factor;
  for (const name of Object.keys(accepts)) factor *= Math.max(1, asked[name] ?? 1);
  return factor;
}

function toNano(picoDollars: number): number {
  return Math.min(Math.ceil(picoDollars / 1000), Number.MAX_SAFE_INTEGER);
}

/**
 * The maximum cost of so many tokens and units: at the highest price of any kind of input, and in the more
 * expensive tier.
 */
export function worstCostOf(
  tokens: { readonly input: number; readonly output: number },
  prices: AppliedPrices | undefined,
  units?: Units,
): number {
  if (!prices) return 0;
  const { longContext } = prices;
  const tiers = longContext && tokens.input > longContext.above ? [prices, longContext] : [prices];
  const worst = Math.max(...tiers.map((tier) => worstOfTier(tokens, tier)));
  const all = units ? worst + unitCostOf(units, prices.units) : worst;
  return toNano(all * worstFactorOf(prices));
}

/** In picodollars. */
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
  return tokens.input * toPico(dearestInput) + tokens.output * toPico(prices.output);
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

/** Whether nothing costs anything, neither tokens nor units. */
export function isFree(prices: Prices): boolean {
  const { longContext, units } = prices;
  if (!isFreeTier(prices) || (longContext && !isFreeTier(longContext))) return false;
  return units === undefined || Object.values(units).every((price) => price === 0);
}

function isFreeTier(prices: TokenPrices): boolean {
  const { input, output, cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0 } = prices;
  return input + output + cacheRead + cacheWrite + cacheWriteLong === 0;
}

/** The units that have no price, so that they are recorded and cost nothing. */
export function unpricedUnits(
  units: readonly string[],
  prices: Pick<Prices, "units"> | undefined,
): readonly string[] {
  const priced = prices?.units ?? {};
  return units.filter((unit) => !Object.hasOwn(priced, unit));
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
