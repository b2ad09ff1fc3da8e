import type { PricedModel } from "../schema.js";

const source =
  "https://github.com/simonw/llm-prices/blob/014a62da459805dcea25aaa644cf7a90ec9e4000/data/google.json";
const date = "2026-07-24";

/** Input, output and cache read. */
const rows = [
  ["gemini-3.6-flash", 1.5, 7.5, 0.15],
  ["gemini-3.5-flash", 1.5, 9, 0.15],
  ["gemini-3.5-flash-lite", 0.3, 2.5, 0.03],
  ["gemini-2.5-flash", 0.3, 2.5, 0.03],
  ["gemini-2.5-flash-lite", 0.1, 0.4, 0.01],
] as const;

const pro = {
  ...{ input: 1.25, output: 10, cacheRead: 0.125 },
  longContext: { above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 },
};

/** Models of Google. */
export const googleModels: readonly PricedModel[] = [
  ...rows.map(([model, input, output, cacheRead]) => ({
    ...{ model, prices: { input, output, cacheRead } },
    ...{ date, source },
  })),
  { model: "gemini-2.5-pro", prices: pro, date, source },
];
