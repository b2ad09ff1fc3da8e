import type { Prices } from "@diglot/core";
import { type Column, renderTable } from "../terminal/table/table.js";
import type { Difference, Judged, PriceState } from "./judge.js";

const words: Readonly<Record<PriceState, string>> = {
  missing: "no price",
  old: "old",
  current: "current",
  newer: "newer than the table",
  unknown: "not in the table",
};

const columns: readonly Column<Judged>[] = [
  { head: "Model", cell: ({ model }) => model, canShrink: true },
  { head: "Upstream", cell: ({ upstream = "" }) => upstream, canShrink: true },
  {
    head: "Price",
    cell: ({ state, unpriced = [] }) =>
      unpriced.length > 0 ? `no price for ${unpriced.join(", ")}` : words[state],
    style: (row) => (isWrong(row) ? "red" : undefined),
  },
  { head: "In the config", cell: ({ prices }) => toText(prices) },
  { head: "In the table", cell: ({ listed }) => toText(listed?.prices) },
  { head: "As of", cell: ({ listed }) => listed?.date ?? "" },
  { head: "Other prices", cell: ({ differences }) => differences.flatMap(toOther).join(", ") },
];

/** Whether a model costs nothing or something else than it should. */
export function isWrong({ state, unpriced }: Judged): boolean {
  return state === "missing" || state === "old" || unpriced !== undefined;
}

/** A table of models, and below it the pages that say so. Prices are dollars for a million tokens, input / output. */
export function renderPrices(models: readonly Judged[], width: number | undefined): string {
  if (models.length === 0) return "No model of the config has prices of its own.\n";
  const sources = [...new Set(models.flatMap(({ listed }) => listed?.source ?? []))];
  const below = sources.map((source) => `${source}\n`).join("");
  return renderTable(columns, models, { width }) + (below && `\nSources:\n${below}`);
}

function toText(prices: Prices | undefined): string {
  return prices ? `${prices.input} / ${prices.output}` : "";
}

/** A difference that the columns of input and output do not show. */
function toOther({ name, configured, listed }: Difference): readonly string[] {
  if (name === "input" || name === "output") return [];
  return [`${name} ${configured ?? "none"}, not ${listed}`];
}
