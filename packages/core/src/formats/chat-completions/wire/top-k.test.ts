import { describe, expect, it } from "vitest";
import { toTopK } from "./top-k.js";

describe("toTopK", () => {
  it.each([
    [40, 40],
    [0, 0],
    [-1, "off"],
    [-2, undefined],
    [1.5, undefined],
    ["5", undefined],
    [null, undefined],
  ])("reads %j as %j", (value, topK) => {
    expect(toTopK(value)).toBe(topK);
  });
});
