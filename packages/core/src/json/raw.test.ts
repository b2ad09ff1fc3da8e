import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, encodeJson, fromJsonText, RawJson } from "./raw.js";

describe("fromJsonText", () => {
  it("parses values that JavaScript can hold", () => {
    expect(fromJsonText('{ "a": [1, "b c"] }')).toEqual({ a: [1, "b c"] });
  });

  it("keeps what parsing would change", () => {
    for (const text of ['{"a":12345678901234567890}', '{"a":1.0}', '{"b":1,"1":2}']) {
      expect(fromJsonText(text)).toEqual(new RawJson(text));
    }
  });
});

describe("a large text", () => {
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) => `"n${index}": [${index}.0, {"a": "b"}]`).join(", ");

  it("B11 stays as it came, without the white space around it", () => {
    for (const count of [2_000, 20_000]) {
      const text = `{ ${members(count)} }`;
      expect(fromJsonText(`\n${text} `)).toEqual(new RawJson(text));
    }
  });

  it.each([
    ["a comma too much", (text: string) => `{${text},}`],
    ["an end too early", (text: string) => `{${text}`],
    ["another bracket at its end", (text: string) => `{${text}]`],
    ["something behind it", (text: string) => `{${text}}1`],
    ["a name without quotes", (text: string) => `{${text},a:1,${text}}`],
    ["a list with a hole", (text: string) => `{${text},"a":[1,,2]}`],
  ])("is refused with %s", (_title, toText) => {
    for (const count of [2_000, 20_000]) {
      expect(() => fromJsonText(toText(members(count)))).toThrow();
    }
  });
});

describe("encodeJson", () => {
  it("writes raw JSON in its place", () => {
    const value = { a: [new RawJson("1.0"), undefined], b: undefined, c: "x" };
    expect(encodeJson(value)).toBe('{"a":[1.0,null],"c":"x"}');
  });

  it("equals JSON.stringify for everything else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(encodeJson({ value, raw: new RawJson("0") })).toBe(
          JSON.stringify({ value, raw: 0 }),
        );
      }),
    );
  });
});

describe("compactJson", () => {
  it("removes white space between tokens and none inside strings", () => {
    expect(compactJson('{ "a b" : "c \\" d" ,\n"e":[ 1 ] }')).toBe('{"a b":"c \\" d","e":[1]}');
  });

  it("B11 takes a string of any length, and one that stays open", () => {
    const long = `"${"\\n".repeat(5_000_000)}"`;
    expect(compactJson(`[ ${long} ]`).length).toBe(long.length + 2);
    expect(compactJson('[ "a b')).toBe('["a b');
  });
});
