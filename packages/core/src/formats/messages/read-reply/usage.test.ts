import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "../__fixtures__/reply.js";
import { overwriteUsage, parseUsage } from "./usage.js";

const parse = (value: unknown) => parseUsage(value, capabilitiesOf());

describe("parseUsage", () => {
  it("reads all counts, with cache writes by lifetime", () => {
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { thinking_tokens: 6 },
    };
    expect(parse(usage)).toEqual({
      input: 1,
      cacheRead: 2,
      cacheWrite: 3,
      cacheWriteLong: 4,
      output: 5,
      reasoning: 6,
    });
  });

  it("T164 leaves out absent counts: they are not zero", () => {
    expect(parse({ output_tokens: 5 })).toEqual({ output: 5 });
    expect(parse({})).toEqual({});
    expect(parse(null)).toEqual({});
    expect(parse("no usage")).toEqual({});
    expect(parse({ input_tokens: null, cache_creation: null })).toEqual({});
  });

  it("J10 reads numbers in strings, truncates fractions and leaves out impossible counts", () => {
    const counts = ["12", -3, 4.9, 1e308, Number.NaN, "many", true];
    expect(counts.map((input_tokens) => parse({ input_tokens }).input)).toEqual([
      12,
      0,
      4,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("treats cache writes without a lifetime as short ones", () => {
    expect(parse({ cache_creation_input_tokens: 7 })).toEqual({ cacheWrite: 7 });
    expect(parse({ cache_creation: { ephemeral_1h_input_tokens: 7 } })).toEqual({
      cacheWrite: 0,
      cacheWriteLong: 7,
    });
  });

  it("counts as short what a later sum has in excess of an earlier split", () => {
    const split = {
      cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
    };
    expect(parse({ ...split, cache_creation_input_tokens: 10 })).toEqual({
      cacheWrite: 6,
      cacheWriteLong: 4,
    });
    expect(parse({ ...split, cache_creation_input_tokens: 2 })).toEqual({
      cacheWrite: 0,
      cacheWriteLong: 2,
    });
  });

  it("follows the convention of an upstream that counts otherwise", () => {
    const usageConvention = { cacheInPrompt: true, reasoningInCompletion: false };
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 4,
      output_tokens: 5,
      output_tokens_details: { thinking_tokens: 3 },
    };
    expect(parseUsage(usage, { usageConvention })).toEqual({
      input: 6,
      cacheRead: 4,
      output: 8,
      reasoning: 3,
    });
  });
});

describe("overwriteUsage", () => {
  it("T164 replaces counts and never adds them, and keeps those that are absent or null later", () => {
    expect(
      overwriteUsage(
        { input_tokens: 5, output_tokens: 1 },
        { output_tokens: 9, input_tokens: null },
      ),
    ).toEqual({ input_tokens: 5, output_tokens: 9 });
  });

  it("keeps the first 100 members, whatever an upstream adds", () => {
    let usage: Readonly<Record<string, unknown>> = { output_tokens: 1 };
    for (let index = 0; index < 200; index++) {
      usage = overwriteUsage(usage, { [`n${index}`]: 1, output_tokens: index });
    }
    expect(Object.keys(usage)).toHaveLength(100);
    expect(usage.output_tokens).toBe(199);
  });
});
