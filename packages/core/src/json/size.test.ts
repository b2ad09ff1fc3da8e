import { describe, expect, it } from "vitest";
import { sizeOfJson } from "./size.js";

describe("sizeOfJson", () => {
  it("counts the characters of strings and names, and eight for each value", () => {
    expect(sizeOfJson("abc")).toBe(11);
    expect(sizeOfJson({ ab: [1, null, "abc"] })).toBe(2 + 3 + 5 * 8);
  });

  it("comes to an end with a value that is very deep", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(sizeOfJson(deep)).toBe(800_000);
  });
});
