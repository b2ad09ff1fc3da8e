import { checkOptions } from "../../validation/check-options.js";
import { mapOf } from "../../validation/objects.js";
import { validPrices } from "./check-prices.js";
import type { PriceList } from "./prices.js";

/**
 * Reads a price table from a parsed JSON file: an object of model ids, each with its prices or a list
 * of them by date. Unknown members are refused, so that a misspelt price is found. The result has
 * only the names of the table, whatever they are. The package itself ships no prices: they change,
 * and they are between you and the vendors of your models.
 *
 * @example
 * const prices = readPriceTable(JSON.parse(await readFile("prices.json", "utf8")));
 * const model = messagesUpstream({ id: "fast", prices: prices["fast"], ...options });
 * @throws TypeError that names the model and the price
 */
export function readPriceTable(value: unknown): Readonly<Record<string, PriceList>> {
  checkOptions("readPriceTable", value, mapOf(validPrices), "prices");
  // Without a prototype, a model named `constructor` or `__proto__` is a name like any other.
  const table: Record<string, PriceList> = Object.create(null);
  for (const [model, list] of Object.entries(value as Record<string, PriceList>)) {
    table[model] = list;
  }
  return Object.freeze(table);
}
