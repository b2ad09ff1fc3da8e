import type { PriceTable } from "./schema.js";
import { anthropicModels } from "./table/anthropic.js";
import { googleModels } from "./table/google.js";
import { openaiModels } from "./table/openai.js";

/**
 * What models cost at their vendors, as far as it was known when this release was made. Each entry has the day
 * of its source; a file takes the place of the whole table.
 */
export const releasedTable: PriceTable = {
  models: [...anthropicModels, ...openaiModels, ...googleModels],
};
