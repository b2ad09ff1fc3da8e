import type { ReportedUsage } from "@diglot/core";
import { readUsage } from "../relay-format/read-usage.js";
import { type CountedExchange, countUnits, type UnitSources } from "./units.js";

/**
 * The usage of a reply in tokens and units. If only units are known, no token is counted, since the size of
 * a file is no number of tokens.
 */
export function reportUsage(
  sources: UnitSources | undefined,
  exchange: CountedExchange,
): ReportedUsage {
  const reported = readUsage(exchange.reply);
  const units = sources && countUnits(sources, exchange);
  if (!units) return reported;
  const tokens =
    Object.keys(reported.counts).length > 0 ? reported.counts : { input: 0, output: 0 };
  return { ...reported, final: true, counts: { ...tokens, units } };
}
