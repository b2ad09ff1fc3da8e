import type { PricedModel, PriceTable } from "./schema.js";

/** The day at the end of an id: `-20250929` or `-2026-04-01`. */
const day = /-\d{4}-?\d{2}-?\d{2}$/;

/** The entry of a model: by its id, or by the id without the vendor in front and the day at the end. */
export function findPriced({ models }: PriceTable, id: string): PricedModel | undefined {
  const plain = id.slice(id.lastIndexOf("/") + 1).replace(day, "");
  const entryOf = (name: string) => models.find(({ model }) => model === name);
  return entryOf(id) ?? entryOf(plain);
}
