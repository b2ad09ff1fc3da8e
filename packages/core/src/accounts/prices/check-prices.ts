import { all, type Check, deferred, either, finds, is } from "../../validation/check.js";
import { listOf, mapOf, members } from "../../validation/objects.js";
import { count, size } from "../../validation/values.js";
import { quote } from "../../validation/words.js";
import { parseTime } from "../time.js";
import {
  type DatedPrices,
  isDated,
  type MediaTokens,
  type PriceList,
  type Prices,
  type TokenPrices,
} from "./prices.js";

/** Dollars per million tokens. Up to this price, the cost of every attempt is an exact number. */
const highestPrice = 1_000;

/** A price that is not a number would make every cost NaN, and no budget would be enforced. */
const price = /* @__PURE__ */ is(
  "a number from 0 to 1,000, the dollars per million tokens",
  (value) => typeof value === "number" && value >= 0 && value <= highestPrice,
);

/** The price of one unit has the same limit, for the same reason. */
const unitPrice = /* @__PURE__ */ is(
  "a number from 0 to 1,000, the dollars for one unit",
  (value) => typeof value === "number" && value >= 0 && value <= highestPrice,
);

const tokenPrices = {
  input: { required: price },
  output: { required: price },
  cacheRead: price,
  cacheWrite: price,
  cacheWriteLong: price,
};

const factor = /* @__PURE__ */ is(
  "a number from 0 to 100, by which all prices are multiplied",
  (value) => typeof value === "number" && value >= 0 && value <= 100,
);

/** A factor for any value of a member, or one for each value. */
const factors: Check = /* @__PURE__ */ deferred(() =>
  either((given) => typeof given === "number", factor, mapOf(factor)),
);

const moment = /* @__PURE__ */ is(
  'a day such as "2026-11-01" or a time with its zone',
  (value) => parseTime(value) !== undefined,
);

/** The prices of a model. */
export const validPrices: Check = /* @__PURE__ */ deferred(() => {
  const prices = {
    ...tokenPrices,
    longContext: members<TokenPrices & { readonly above: number }>({
      ...tokenPrices,
      above: { required: count },
    }),
    accepts: mapOf(factors),
    units: mapOf(unitPrice),
    mediaTokens: members<MediaTokens>({ image: size, other: size }),
  };
  const dated = members<DatedPrices>({ from: { required: moment }, ...prices });
  return either(Array.isArray, listOf(dated, 1), members<Prices>(prices));
});

/** The prices of a model, if one of a list by date has begun by now, in milliseconds since 1970. */
export function validPricesAt(now: number): Check {
  const hasBegun = finds((value, path) => {
    const list = value as PriceList;
    if (!isDated(list) || list.some(({ from }) => Date.parse(from) <= now)) return undefined;
    return `${quote(path)} must have begun: no entry applies today`;
  });
  return all(validPrices, hasBegun);
}
