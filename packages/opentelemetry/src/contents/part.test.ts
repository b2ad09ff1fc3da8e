import { describe, expect, it } from "vitest";
import { toArguments } from "./part.js";

describe("the arguments of a call", () => {
  it.each([
    ['{"by":2}', { by: 2 }],
    ["7", 7],
    ["{by", "{by"],
    ["", ""],
  ])("are JSON if they can be: %s", (json, shown) => {
    expect(toArguments(json)).toEqual(shown);
  });

  it("are a text if they have more than a thousand lists and objects", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const objects = (count: number) => `[${Array(count).fill("{}").join()}]`;
    expect(toArguments(nested(1_000))).toEqual(JSON.parse(nested(1_000)));
    expect(toArguments(nested(1_001))).toBe(nested(1_001));
    expect(toArguments(objects(999))).toHaveLength(999);
    expect(toArguments(objects(1_000))).toBe(objects(1_000));
  });

  it("may have any number of plain values", () => {
    expect(toArguments(`[${Array(5_000).fill(1).join()}]`)).toHaveLength(5_000);
  });
});
