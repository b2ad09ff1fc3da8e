import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRawUsage } from "./raw-usage.js";

const leaf = fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.boolean(), fc.constant(null));

describe("what is kept of an upstream's usage object", () => {
  it.each([
    [
      "its counts",
      { input_tokens: 1, output_tokens: 2.5 },
      { input_tokens: 1, output_tokens: 2.5 },
    ],
    [
      "counts in objects",
      { details: { cached: 0 }, server: {} },
      { details: { cached: 0 }, server: {} },
    ],
    ["counts in lists", { turns: [1, { n: 2 }, "a", [3], []] }, { turns: [1, { n: 2 }, [3], []] }],
    ["no texts", { tokens: 1, service_tier: "a prompt" }, { tokens: 1 }],
    [
      "no flags and nothing that is empty",
      { tokens: 1, a: true, b: false, c: null },
      { tokens: 1 },
    ],
    ["no numbers that JSON has not", { tokens: 1, a: Number.NaN, b: 1 / 0, c: 1n }, { tokens: 1 }],
    [
      "no names that are texts",
      { tokens: 1, "a prompt": 2, "sk-live": 3, "": 4, ä: 5 },
      { tokens: 1 },
    ],
    [
      "names of up to 64 characters",
      { ["n".repeat(64)]: 1, ["n".repeat(65)]: 2 },
      { ["n".repeat(64)]: 1 },
    ],
    ["no prototype", JSON.parse('{"tokens":1,"__proto__":{"a":2}}'), { tokens: 1 }],
    ["an empty one, if it has no counts", { tier: "a" }, {}],
    ["nothing of nothing", undefined, undefined],
  ])("is %s", (_case, usage, kept) => {
    expect(toRawUsage(usage)).toEqual(kept);
  });

  it("has the tier that a price list has a factor for, and no other word", () => {
    const accepts = { service_tier: { priority: 2 } };
    const usageOf = (service_tier: string) => ({ tokens: 1, service_tier, speed: "fast" });
    expect(toRawUsage(usageOf("priority"), accepts)).toEqual({
      tokens: 1,
      service_tier: "priority",
    });
    expect(toRawUsage(usageOf("a prompt"), accepts)).toEqual({ tokens: 1 });
  });

  it("is 16 KiB of JSON, or nothing", () => {
    const usageOf = (bytes: number) => ({
      counts: Array.from({ length: (bytes - 12) / 2 }, () => 1),
    });
    expect(JSON.stringify(usageOf(16_384)).length).toBe(16_384);
    expect(toRawUsage(usageOf(16_384))).toEqual(usageOf(16_384));
    expect(toRawUsage(usageOf(16_386))).toBeUndefined();
    const deep = JSON.parse(`{"a":${"[".repeat(100_000)}1${"]".repeat(100_000)}}`);
    expect(toRawUsage(deep)).toBeUndefined();
  });

  it("is nothing of an object that contains itself", () => {
    const usage: Record<string, unknown> = { tokens: 1 };
    usage.again = usage;
    expect(toRawUsage(usage as never)).toBeUndefined();
  });

  it("is never a text", () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leaf, fc.array(tie("tree")), fc.dictionary(fc.string(), tie("tree"))),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), tree), (usage) => {
        const kept = JSON.stringify(toRawUsage(usage as never) ?? {});
        expect(kept.replace(/"[a-zA-Z]\w*":/g, "")).toMatch(/^[[\]{},\d.e+-]*$/);
      }),
    );
  });
});
