import { noUsage, type UsageCounts } from "@diglot/core";
import { expect, it } from "vitest";
import { tokenAttributes } from "./tokens.js";

const counted = (counts: Partial<UsageCounts>) => tokenAttributes({ ...noUsage, ...counts });

it("a span says how many tokens went in and out, also if there were none", () => {
  expect(counted({})).toStrictEqual({
    "gen_ai.usage.input_tokens": 0,
    "gen_ai.usage.output_tokens": 0,
  });
});

it("a span has the kinds of tokens that few models have if there are any", () => {
  const counts = { input: 1, cacheRead: 2, cacheWrite: 4, cacheWriteLong: 8, output: 16 };
  expect(counted({ ...counts, reasoning: 3 })).toStrictEqual({
    "gen_ai.usage.input_tokens": 15,
    "gen_ai.usage.output_tokens": 16,
    "gen_ai.usage.cache_read.input_tokens": 2,
    "gen_ai.usage.cache_creation.input_tokens": 12,
    "gen_ai.usage.reasoning.output_tokens": 3,
  });
});
