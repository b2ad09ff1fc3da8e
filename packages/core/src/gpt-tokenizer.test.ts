import { growthOf, linear } from "@diglot/test-support/growth";
import fc from "fast-check";
import { countTokens as countExactly, encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens } from "./gpt-tokenizer.js";

const prose = "The quick brown fox jumps over the lazy dog, and naïvely counts 12,345 words. ";

describe("countTokens", () => {
  it.each([
    ["nothing", ""],
    ["prose", prose.repeat(50)],
    ["code", 'for (const { id } of rows) {\n\tawait save(id, "x");\n}\n'.repeat(50)],
    ["Chinese", "敏捷的棕色狐狸跳过懒狗。".repeat(50)],
    ["emoji", "👩‍👩‍👧 ok 🎉 ".repeat(50)],
    ["the longest run that is counted", `${"x".repeat(256)} y`],
  ])("is exact for %s", (_name, text) => {
    expect(countTokens(text)).toBe(encode(text).length);
  });

  it("is exact for any short text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(countTokens(text)).toBe(countExactly(text, { disallowedSpecial: new Set() }));
      }),
    );
  });

  it("takes the names of special tokens for text", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("estimates a long run, and counts what stands around it", () => {
    expect(countTokens(`one two ${"x".repeat(400)} three`)).toBe(
      countExactly("one two ") + 100 + countExactly(" three"),
    );
  });

  it.each([
    ["one letter", "a"],
    ["one sign", "!"],
    ["blanks", " "],
    ["ideographs", "中"],
    ["marks", "e\u0301"],
    ["digits", "7"],
    ["halves of pairs", "\ud83d"],
    ["runs that are just short enough", `${"Qx".repeat(128)} `],
  ])("takes time linear in the length of a megabyte of %s", async (_name, unit) => {
    const textOf = (size: number) => unit.repeat(Math.ceil(size / unit.length));
    expect(countTokens(textOf(1_000_000))).toBeGreaterThan(10_000);
    const growth = await growthOf((size) => countTokens(textOf(size)), 262_144);
    expect(growth).toBeLessThan(linear);
  });

  it("counts what is beyond its bound as a quarter of its bytes", () => {
    const limit = prose.repeat(4_000).slice(0, 262_144);
    expect(countTokens(`${limit}${"12345678".repeat(10)}`)).toBe(countTokens(limit) + 20);
  });
});
