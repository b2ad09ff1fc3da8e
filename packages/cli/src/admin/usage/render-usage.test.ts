import { describe, expect, it } from "vitest";
import type { UsageBody } from "../wire/bodies.js";
import { renderUsage } from "./render-usage.js";

const days = { object: "list", start: "2026-11-01", end: "2026-11-30" } as const;

const sum = (members: Partial<UsageBody>): UsageBody => ({
  object: "usage",
  attempts: 1,
  input_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_write_long_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cost_nano_dollars: 0,
  cost_usd: "0",
  ...members,
});

const data = [
  sum({ day: "2026-11-20", model: "small", input_tokens: 5_210, cost_nano_dollars: 28_530_000 }),
  sum({
    ...{ day: "2026-11-21", model: "a-model-with-a-long-name", attempts: 1_234 },
    ...{ cache_read_tokens: 98_765, output_tokens: 860, cost_nano_dollars: 7_000_000_000_000_001 },
  }),
];

describe("renderUsage", () => {
  it("shows the tokens that there are, with totals, and money to the last decimal", () => {
    const table = renderUsage({ ...days, data }, ["day", "model"], undefined);
    expect(table).toMatchInlineSnapshot(`
      "Day         Model                     Attempts  Input  Cache read  Output                  USD
      2026-11-20  small                            1  5,210           0       0          0.028530000
      2026-11-21  a-model-with-a-long-name     1,234      0      98,765     860  7,000,000.000000001
      In all                                   1,235  5,210      98,765     860  7,000,000.028530001
      "
    `);
  });

  it("cuts names on a narrow terminal, and no number", () => {
    const table = renderUsage({ ...days, data }, ["day", "model"], 80);
    expect(table).toMatchInlineSnapshot(`
      "Day         Model       Attempts  Input  Cache read  Output                  USD
      2026-11-20  small              1  5,210           0       0          0.028530000
      2026-11-21  a-model-w…     1,234      0      98,765     860  7,000,000.000000001
      In all                     1,235  5,210      98,765     860  7,000,000.028530001
      "
    `);
  });

  it("adds up more money than a number can hold", () => {
    const much = sum({ day: "2026-11-20", cost_nano_dollars: Number.MAX_SAFE_INTEGER });
    const table = renderUsage({ ...days, data: [much, much] }, ["day"], undefined);
    expect(table).toContain("18,014,398.509481982");
  });

  it("names end users and sessions, and shows what has none without a name", () => {
    const sums = [
      sum({ end_user: "", session_id: "" }),
      sum({ end_user: "ann", session_id: "s-1" }),
    ];
    const table = renderUsage({ ...days, data: sums }, ["end_user", "session"], undefined);
    expect(table).toMatchInlineSnapshot(`
      "End user  Session  Attempts  Input  Output   USD
                                1      0       0  0.00
      ann       s-1             1      0       0  0.00
      In all                    2      0       0  0.00
      "
    `);
  });

  it("has no total of a single sum", () => {
    const table = renderUsage({ ...days, data: data.slice(0, 1) }, ["day"], undefined);
    expect(table.trimEnd().split("\n")).toHaveLength(2);
  });
});
