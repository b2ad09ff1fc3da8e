import type { Prices } from "@diglot/core";
import { z } from "zod";
import { name, plainPrices } from "../config/schema/values.js";

/** What a vendor charges for a model, and how that is known. */
export interface PricedModel {
  /** Its id at the vendor, without a date. */
  readonly model: string;
  /** US dollars per million tokens. What is not known is left out. */
  readonly prices: Prices;
  /** The day on which the source showed these prices. */
  readonly date: string;
  /** The address of a page that shows them. */
  readonly source: string;
}

/** What models cost at their vendors. */
export interface PriceTable {
  readonly models: readonly PricedModel[];
}

const pricedModel: z.ZodType<PricedModel> = z.strictObject({
  model: name,
  prices: plainPrices,
  date: z.iso.date({ error: "must be a day such as 2026-11-01" }),
  source: z.url({ protocol: /^https?$/, error: "must be the address of a page" }),
});

/** The schema of a price table. */
export const priceTable: z.ZodType<PriceTable> = z.strictObject({
  models: z.array(pricedModel).min(1),
});
