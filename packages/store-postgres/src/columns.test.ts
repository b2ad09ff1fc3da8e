import { describe, expect, it } from "vitest";
import { numberOf, optional, textOf, toColumns, wordOf } from "./columns.js";

describe("columns", () => {
  it("hold numbers that are exact, and refuse those beyond", () => {
    expect(numberOf({ n: Number.MAX_SAFE_INTEGER }, "n")).toBe(Number.MAX_SAFE_INTEGER);
    for (const n of [Number.MAX_SAFE_INTEGER + 1, 0.5, "1", null]) {
      expect(() => numberOf({ n }, "n")).toThrow(
        "column n does not hold a whole number below 2^53",
      );
    }
  });

  it("hold words of a vocabulary, and no others", () => {
    expect(wordOf({ w: "b" }, "w", ["a", "b"])).toBe("b");
    expect(() => wordOf({ w: "c" }, "w", ["a", "b"])).toThrow("one of a, b");
  });

  it("leave a member out where there is nothing", () => {
    expect(optional("name", { text: null }, "text", textOf)).toEqual({});
    expect(optional("name", {}, "text", textOf)).toEqual({});
    expect(optional("name", { text: "" }, "text", textOf)).toEqual({ name: "" });
  });

  it.each([null, undefined, "row", []])("are not found in %j", (value) => {
    expect(() => toColumns(value)).toThrow(TypeError);
  });
});
