import { describe, expect, it } from "vitest";
import { isObject, isPositiveInteger, parseJson, toNumber, toObject } from "./value.js";

describe("a JSON value", () => {
  it("is an object only if it can have members, so not a list, null or a string", () => {
    expect([{}, { a: 1 }].every(isObject)).toBe(true);
    expect([[], null, "{}", 1, undefined].some(isObject)).toBe(false);
  });

  it("becomes an empty object if it is not an object", () => {
    const value = { a: 1 };
    expect(toObject(value)).toBe(value);
    expect(toObject(["a"])).toEqual({});
  });

  it("is a number also if it is written as a string", () => {
    expect([12, "12", " 1.5 ", -3].map(toNumber)).toEqual([12, 12, 1.5, -3]);
    expect(
      ["", " ", "12 tokens", null, true, [], Number.NaN].some(
        (value) => toNumber(value) !== undefined,
      ),
    ).toBe(false);
  });

  it("is a positive integer only as a number", () => {
    expect([1, 2 ** 40].every(isPositiveInteger)).toBe(true);
    expect([0, -1, 1.5, "1", 2 ** 60, Number.NaN].some(isPositiveInteger)).toBe(false);
  });

  it("is undefined for a text that is not JSON, and null for the text null", () => {
    expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
    expect(parseJson("null")).toBeNull();
    expect(parseJson("")).toBeUndefined();
    expect(parseJson('{"a":')).toBeUndefined();
  });
});
