import { describe, expect, it } from "vitest";
import { equals, toJson } from "../equals.js";
import { toAskable } from "./askable.js";

/** A value as Bun's runner makes them: nothing but a name. */
const opaque = { [Symbol.toStringTag]: "ExpectAny" };
const isString = (actual: unknown, expected: unknown) =>
  expected === opaque && typeof actual === "string";

describe("toAskable", () => {
  it("asks the runner about its own values, however deep", () => {
    const expected = toAskable({ cities: [{ name: opaque }] }, isString);
    expect(equals({ cities: [{ name: "Paris" }] }, expected)).toBe(true);
    expect(equals({ cities: [{ name: 5 }] }, expected)).toBe(false);
  });

  it("names the runner's own values, and looks into objects without a prototype", () => {
    const bare = Object.assign(Object.create(null), { name: opaque });
    const expected = toAskable({ city: opaque, bare }, isString);
    expect(toJson(expected)).toBe('{"city":"Any","bare":{"name":"Any"}}');
    expect(equals({ city: "Paris", bare: { name: "x" } }, expected)).toBe(true);
  });

  it("leaves all other values as they are", () => {
    const date = new Date(0);
    const any = expect.any(String);
    expect(toAskable(any, isString)).toBe(any);
    expect(toAskable({ a: [date, /b/, null, 1] }, isString)).toEqual({ a: [date, /b/, null, 1] });
  });
});
