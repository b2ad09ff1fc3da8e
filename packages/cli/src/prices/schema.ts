import { z } from "zod";
import type { Inferred } from "../config/schema/inferred.js";
import { name, plainPrices } from "../config/schema/values.js";

const pricedModel = z.strictObject({
  /** Its id at the vendor, without a date. */
  model: name,
  /** US dollars per million tokens. What is not known is left out. */
  prices: plainPrices,
  /** The day on which the source said so. */
  date: z.iso.date({ error: "must be a day such as 2026-11-01" }),
  /** The address of a page that says so. */
  source: z.url({ protocol: /^https?$/, error: "must be the address of a page" }),
});

/** The schema of a price table. */
export const priceTable = z.strictObject({ models: z.array(pricedModel).min(1) });

/** What a vendor charges for a model, and how that is known. */
export type PricedModel = Inferred<typeof pricedModel>;

/** What models cost at their vendors. */
export type PriceTable = Inferred<typeof priceTable>;
