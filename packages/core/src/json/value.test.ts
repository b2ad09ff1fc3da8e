import { describe, expect, it } from "vitest";
import { isObject, parseJson, toObject } from "./value.js";

describe("a value of JSON", () => {
  it("is an object only if it has members, so no list, no null and no text", () => {
    expect([{}, { a: 1 }].every(isObject)).toBe(true);
    expect([[], null, "{}", 1, undefined].some(isObject)).toBe(false);
  });

  it("becomes an object without members where it is none", () => {
    const value = { a: 1 };
    expect(toObject(value)).toBe(value);
    expect(toObject(["a"])).toEqual({});
  });

  it("is undefined for a text that is no JSON, and null for the text null", () => {
    expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
    expect(parseJson("null")).toBeNull();
    expect(parseJson("")).toBeUndefined();
    expect(parseJson('{"a":')).toBeUndefined();
  });
});
