import type { Prices } from "@diglot/core";
import type { PricedModel } from "../schema.js";

/** Input, output, cache read, cache write for five minutes and for an hour. */
type Row = readonly [model: string, ...prices: readonly [number, number, number, number, number]];

/** The vendor's page, which was read whole on this day: https://github.com/kurofune/claudit/releases/tag/v1.9.2 */
const source = "https://platform.claude.com/docs/en/about-claude/pricing";
const date = "2026-10-24";

const rows: readonly Row[] = [
  ["claude-fable-5-1", 10, 50, 0.25, 12.5, 20],
  ["claude-fable-5", 10, 50, 1, 12.5, 20],
  ["claude-opus-5-5", 4, 20, 0.2, 5, 8],
  ["claude-opus-5", 5, 25, 0.5, 6.25, 10],
  ["claude-opus-4-8", 5, 25, 0.5, 6.25, 10],
  ["claude-opus-4-7", 5, 25, 0.5, 6.25, 10],
  ["claude-opus-4-6", 5, 25, 0.5, 6.25, 10],
  ["claude-opus-4-5", 5, 25, 0.5, 6.25, 10],
  ["claude-opus-4-1", 15, 75, 1.5, 18.75, 30],
  ["claude-sonnet-5-5", 2, 10, 0.1, 2.5, 4],
  ["claude-sonnet-5", 2, 10, 0.2, 2.5, 4],
  ["claude-sonnet-4-6", 3, 15, 0.3, 3.75, 6],
  ["claude-sonnet-4-5", 3, 15, 0.3, 3.75, 6],
  ["claude-haiku-4-5", 1, 5, 0.1, 1.25, 2],
];

const haiku: Prices = {
  ...toPrices([0.1, 0.5, 0.01, 0.125, 0.2]),
  longContext: { above: 100_000, ...toPrices([0.5, 2.5, 0.05, 0.625, 1]) },
};

function toPrices([input, output, cacheRead, cacheWrite, cacheWriteLong]: readonly [
  number,
  number,
  number,
  number,
  number,
]) {
  return { input, output, cacheRead, cacheWrite, cacheWriteLong };
}

/** Models of Anthropic. */
export const anthropicModels: readonly PricedModel[] = [
  ...rows.map(([model, ...prices]) => ({ model, prices: toPrices(prices), date, source })),
  { model: "claude-haiku-5-5", prices: haiku, date, source },
];
