import { describe, expect, it } from "vitest";
import { beginsEscape, readEscape } from "./read-escape.js";

describe("an escape", () => {
  it.each([
    ["%4b.", "K", 3],
    ["%4B.", "K", 3],
    ["\\u004b0", "K", 6],
    ["\\U004B0", "K", 6],
    ["\\x4b0", "K", 4],
    ["\\X4B0", "K", 4],
    ["\\u00zz", "u", 2],
    ["\\u00", "u", 2],
    ["\\x4", "x", 2],
    ["\\n", "n", 2],
    ['\\"', '"', 2],
    ["\\\\", "\\", 2],
    ["&amp;", "&", 5],
    ["&LT;", "<", 4],
    ["&gt;", ">", 4],
    ["&quot;", '"', 6],
    ["&apos;", "'", 6],
    ["&#75;0", "K", 5],
    ["&#0000075;", "K", 10],
    ["&#x4b;0", "K", 6],
    ["&#X00004B;", "K", 10],
  ])("%s stands for %s", (text, character, length) => {
    for (const before of ["", "ab"]) {
      const found = readEscape(before + text, before.length);
      expect(found).toEqual({ code: character.charCodeAt(0), length });
    }
  });

  it.each([
    ...["%", "%4", "%4g", "%g4", "% 4", "%ä4", "\\", "\\\n"],
    ...["&", "&amp", "&copy;", "&#;", "&#x;", "&#xg;", "&#12345678;", "&#x1234567;", "x&amp;"],
  ])("is not %j", (text) => {
    expect(readEscape(text, 0)).toBeUndefined();
  });

  it("begins with one of three characters", () => {
    const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    expect(all.filter((one) => beginsEscape(one.charCodeAt(0))).join("")).toBe("%&\\");
  });
});
