import { checkConfig } from "../config/check/check-config.js";
import { findConfigFile, loadConfig } from "../config/load/load-config.js";
import { exitCodes } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { findPriced } from "./find-priced.js";
import { judge } from "./judge.js";
import { listModels } from "./list-models.js";
import type { PricesOptions } from "./options.js";
import { readTable } from "./read-table.js";
import { isWrong, renderPrices } from "./render-prices.js";
import { releasedTable } from "./table.js";

/**
 * Prints which models of a config have no price, or another one than the table. The exit code is 1 if there
 * is such a model. Asks no upstream.
 * @throws Failure or ConfigError if the config or the table cannot be read or has mistakes
 */
export async function showPrices({ config: named, table, json }: PricesOptions): Promise<void> {
  const listed = table === undefined ? releasedTable : await readTable(table);
  const file = findConfigFile(named);
  const config = await checkConfig(await loadConfig(file), file, process.env);
  const now = Date.now();
  const models = listModels(config).map((model) => {
    const name = model.upstreamModel ?? model.model;
    return judge(model, findPriced(listed, name), now);
  });
  print<"prices">(json, models, () => renderPrices(models, process.stdout.columns));
  if (models.some(isWrong)) process.exitCode = exitCodes.found;
}
