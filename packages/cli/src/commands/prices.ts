import type { Command } from "commander";
import type { PricesOptions } from "../prices/options.js";
import { serving } from "./options/headings.js";

/** Adds `diglot prices`. */
export function addPrices(program: Command): void {
  program
    .command("prices")
    .helpGroup(serving)
    .description("list the models of a config that have no price or an outdated one")
    .option(
      "-c, --config <file>",
      "the config file (default: diglot.config.ts, .mjs, .js or .json)",
    )
    .option("-t, --table <file>", "a price table that replaces the table of this release")
    .option("--json", "print JSON")
    .action(async (given: PricesOptions) => {
      const { showPrices } = await import("../prices/show-prices.js");
      await showPrices(given);
    });
}
