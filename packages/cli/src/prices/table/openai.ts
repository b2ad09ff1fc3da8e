import type { Prices } from "@diglot/core";
import type { PricedModel } from "../schema.js";

/** Above so many tokens of input, a request costs more. */
const long = 272_000;

type Tier = readonly [number, number, number];

type Row = readonly [
  model: string,
  prices: Prices,
  source: { readonly date: string; readonly source: string },
];

const july = {
  date: "2026-07-30",
  source:
    "https://github.com/simonw/llm-prices/blob/397ec5f74e6fe717ebb6c79609110a3cb0de9676/data/openai.json",
};
const astra = {
  date: "2026-09-05",
  source: "https://github.com/prefect12/codex-token-meter/releases/tag/v0.2.22",
};
const september = {
  date: "2026-09-22",
  source: "https://github.com/merefield/codexometer/releases/tag/v0.18.4",
};
const sol = {
  date: "2026-09-30",
  source: "https://github.com/amine123max/Codex-Manager/releases/tag/0.4.7",
};

const rows: readonly Row[] = [
  ["gpt-6.1-sol", withLong([2, 10, 0.1], [4, 15, 0.2]), sol],
  ["gpt-6-astra", { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }, astra],
  ["gpt-6-sol", { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }, september],
  ["gpt-6-luna", { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 }, september],
  ["gpt-5.6-sol", withLong([5, 30, 0.5], [10, 45, 1]), july],
  ["gpt-5.6-terra", withLong([2, 12, 0.2], [4, 18, 0.4]), july],
  ["gpt-5.6-luna", withLong([0.2, 1.2, 0.02], [0.4, 1.8, 0.04]), july],
  ["gpt-5.5", withLong([5, 30, 0.5], [10, 45, 1]), july],
  ["gpt-5.4", withLong([2.5, 15, 0.25], [5, 22.5, 0.5]), july],
  ["gpt-5.4-mini", { input: 0.75, output: 4.5, cacheRead: 0.075 }, july],
  ["gpt-5.4-nano", { input: 0.2, output: 1.25, cacheRead: 0.02 }, july],
  ["gpt-5.2", { input: 1.75, output: 14, cacheRead: 0.175 }, july],
  ["gpt-5.1", { input: 1.25, output: 10, cacheRead: 0.125 }, july],
  ["gpt-5", { input: 1.25, output: 10, cacheRead: 0.125 }, july],
  ["gpt-5-mini", { input: 0.25, output: 2, cacheRead: 0.025 }, july],
  ["gpt-5-nano", { input: 0.05, output: 0.4, cacheRead: 0.005 }, july],
];

/** Input, output and cache read, of plain requests and of long ones. */
function withLong(
  [input, output, cacheRead]: Tier,
  [longInput, longOutput, longCacheRead]: Tier,
): Prices {
  const longContext = { above: long, input: longInput, output: longOutput };
  return { input, output, cacheRead, longContext: { ...longContext, cacheRead: longCacheRead } };
}

/** Models of OpenAI. */
export const openaiModels: readonly PricedModel[] = rows.map(([model, prices, from]) => ({
  ...{ model, prices },
  ...from,
}));
