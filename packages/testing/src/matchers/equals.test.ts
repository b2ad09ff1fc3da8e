import { describe, expect, it } from "vitest";
import { equals, toJson } from "./equals.js";

describe("JSON values", () => {
  it.each<[string, unknown, unknown]>([
    ["in whatever order of their members", { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
    ["without what is undefined, on either side", { a: 1, b: undefined }, { a: 1, c: undefined }],
    [
      "by their kinds",
      { a: 1, b: ["x"] },
      { a: expect.any(Number), b: expect.arrayContaining(["x"]) },
    ],
    ["of nothing", null, null],
  ])("are equal %s", (_, actual, expected) => {
    expect(equals(actual, expected)).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ["in one value", { a: { b: 1 } }, { a: { b: 2 } }],
    ["by one member more", { a: 1, b: 2 }, { a: 1 }],
    ["by one member less", { a: 1 }, { a: 1, b: null }],
    ["by the name of a member", { a: 1 }, { b: 1 }],
    ["as a list and an object", ["a"], { 0: "a" }],
    ["by the length of a list", ["a"], ["a", undefined]],
    ["by the order of a list", ["a", "b"], ["b", "a"]],
    ["as a number and its text", 1, "1"],
    ["as nothing and an object", null, {}],
    ["by what an object inherits", {}, { toString: Object.prototype.toString }],
  ])("differ %s", (_, actual, expected) => {
    expect(equals(actual, expected)).toBe(false);
  });

  it("stand on one line, and values that say what equals them by their names", () => {
    expect(toJson({ a: [1, expect.any(String)] })).toBe('{"a":[1,"Any<String>"]}');
    expect(toJson({ a: { asymmetricMatch: () => true, toString: () => "Anything" } })).toBe(
      '{"a":"Anything"}',
    );
    expect(toJson(undefined)).toBe("undefined");
  });
});
