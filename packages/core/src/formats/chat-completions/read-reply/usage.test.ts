import { describe, expect, it } from "vitest";
import { capabilities } from "../__fixtures__/reply.js";
import { parseUsage } from "./usage.js";

type Fields = Readonly<Record<string, unknown>>;

const usageOf = (usage: unknown, convention: Partial<typeof capabilities.usageConvention> = {}) =>
  parseUsage({ usage }, { usageConvention: { ...capabilities.usageConvention, ...convention } });

describe("parseUsage", () => {
  it("T162 T163 separates cached and written tokens from the prompt", () => {
    const usage: Fields = {
      prompt_tokens: 60,
      completion_tokens: 40,
      total_tokens: 100,
      prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 12 },
    };
    expect(usageOf(usage)).toEqual({
      input: 10,
      cacheRead: 30,
      cacheWrite: 20,
      output: 40,
      reasoning: 12,
    });
  });

  it("leaves out absent counts, which are not zero", () => {
    expect(usageOf(undefined)).toEqual({});
    expect(usageOf(null)).toEqual({});
    expect(usageOf({ prompt_tokens: null, completion_tokens: "many" })).toEqual({});
    expect(usageOf({ completion_tokens: 0 })).toEqual({ output: 0 });
    expect(parseUsage([], capabilities)).toEqual({});
  });

  it("T166 J10 reads texts and fractions, and leaves out impossible counts", () => {
    expect(usageOf({ prompt_tokens: "12", completion_tokens: 3.9 })).toEqual({
      input: 12,
      output: 3,
    });
    expect(usageOf({ prompt_tokens: -5, completion_tokens: 1e308 })).toEqual({
      input: 0,
    });
    expect(usageOf({ prompt_tokens: Number.POSITIVE_INFINITY, completion_tokens: "NaN" })).toEqual(
      {},
    );
    const cached = { prompt_tokens_details: { cached_tokens: 9 } };
    expect(usageOf({ prompt_tokens: 5, ...cached })).toEqual({ input: 0, cacheRead: 9 });
  });

  it("reads a prompt that excludes the cache as the upstream or its total says", () => {
    const counts = {
      prompt_tokens: 5,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 9 },
    };
    const apart = { input: 5, cacheRead: 9, output: 2 };
    expect(usageOf(counts, { cacheInPrompt: false })).toEqual(apart);
    expect(usageOf({ ...counts, total_tokens: 16 })).toEqual(apart);
  });

  it("adds reasoning that the completion excludes, as the upstream or its total says", () => {
    const counts = {
      prompt_tokens: 5,
      completion_tokens: 2,
      completion_tokens_details: { reasoning_tokens: 7 },
    };
    const together = { input: 5, output: 9, reasoning: 7 };
    expect(usageOf(counts, { reasoningInCompletion: false })).toEqual(together);
    expect(usageOf({ ...counts, total_tokens: 14 })).toEqual(together);
    expect(usageOf({ ...counts, total_tokens: 7 })).toEqual({ ...together, output: 2 });
  });

  it("knows the other names of the counts", () => {
    const base = { prompt_tokens: 10, completion_tokens: 1 };
    const read = { input: 6, cacheRead: 4, output: 1 };
    expect(usageOf({ ...base, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 })).toEqual(
      read,
    );
    expect(usageOf({ ...base, cached_tokens: 4 })).toEqual(read);
    expect(usageOf({ ...base, cache_read_input_tokens: 4 })).toEqual(read);
    expect(usageOf({ ...base, cache_creation_input_tokens: 4 })).toEqual({
      input: 6,
      cacheWrite: 4,
      output: 1,
    });
  });

  it("finds usage under x_groq, in the choice and in timings", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    const read = { input: 3, output: 2 };
    expect(parseUsage({ usage: null, x_groq: { usage } }, capabilities)).toEqual(read);
    expect(parseUsage({ choices: [{ usage }] }, capabilities)).toEqual(read);
    const timings = { prompt_n: 3, predicted_n: 2, cache_n: 7 };
    expect(parseUsage({ timings }, capabilities)).toEqual({ ...read, cacheRead: 7 });
    expect(parseUsage({ timings: { prompt_ms: 1 } }, capabilities)).toEqual({});
  });
});
