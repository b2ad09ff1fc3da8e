import { describe, expect, it } from "vitest";
import { compactJson, isSameJson, parseJson, parseJsonObject } from "./json.js";

describe("parseJson", () => {
  it("gives the value, and undefined for text that is not JSON", () => {
    expect(parseJson("[1, null]")).toEqual([1, null]);
    expect(parseJson("null")).toBeNull();
    expect(parseJson("{")).toBeUndefined();
  });
});

describe("parseJsonObject", () => {
  it.each(["null", "[]", '"text"', "{", ""])("takes %j for no object", (text) => {
    expect(parseJsonObject(text)).toBeUndefined();
  });

  it("gives the object", () => {
    expect(parseJsonObject('{"a": 1}')).toEqual({ a: 1 });
  });
});

describe("compactJson", () => {
  it("drops the white space of JSON and leaves other texts alone", () => {
    expect(compactJson('{ "a" : 1 }')).toBe('{"a":1}');
    expect(compactJson('{ "a b" : "c  d\\n" }')).toBe('{"a b":"c  d\\n"}');
    expect(compactJson('{ "a" :')).toBe('{ "a" :');
  });
});

describe("isSameJson", () => {
  it("compares lists and members in their order", () => {
    expect(isSameJson({ a: [1] }, { a: [1] })).toBe(true);
    expect(isSameJson([1, 2], [2, 1])).toBe(false);
  });
});
