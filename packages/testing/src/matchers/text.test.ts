import { describe, expect, it } from "vitest";
import { didYouMean, isNamed, nearest, quote, toBrief } from "./text.js";

describe("a name", () => {
  it("is the whole of a string, or fits a pattern, whatever its flags", () => {
    const pattern = /^small/g;
    expect([isNamed("small-1", "small-1"), isNamed("small-12", "small-1")]).toEqual([true, false]);
    for (let round = 0; round < 2; round++) expect(isNamed("small-1", pattern)).toBe(true);
  });
});

describe("the nearest of some texts", () => {
  it("has most pairs of characters in common, whatever their case", () => {
    expect(nearest(["get_time", "GET_WEATHER", "add"], "get_wether")).toBe("GET_WEATHER");
  });

  it("is the first of those that are equally near", () => {
    expect(nearest(["xa", "ya"], "za")).toBe("xa");
    expect(nearest(["x", "y"], "y")).toBe("y");
  });

  it("is the last one for a pattern, and none without candidates", () => {
    expect(nearest(["a", "b"], /a/)).toBe("b");
    expect(nearest([], "a")).toBeUndefined();
  });
});

describe("a hint", () => {
  it.each<[string, readonly string[], string]>([
    ["a name that is nearly the one", ["get_wether"], '\nDid you mean "get_wether"?'],
    ["half of the pairs in common", ["get_weat"], '\nDid you mean "get_weat"?'],
    ["the very name, whose arguments differ", ["get_weather"], ""],
    ["names that are quite others", ["add", "subtract"], ""],
    ["no names", [], ""],
  ])("for %s", (_, names, hint) => {
    expect(didYouMean(names, "get_weather")).toBe(hint);
  });

  it("is given from half of the pairs on", () => {
    expect(didYouMean(["abx"], "aby")).toContain("abx");
    expect(didYouMean(["abxx"], "abyy")).toBe("");
  });
});

it("a text in a sentence stands in quotation marks and is cut after 200 characters; a pattern is as it is", () => {
  expect(toBrief("x".repeat(200))).toBe("x".repeat(200));
  expect(toBrief("x".repeat(201))).toBe(`${"x".repeat(200)}…`);
  expect(quote('a "b"')).toBe('"a \\"b\\""');
  expect(quote(/a"b/i)).toBe('/a"b/i');
});
