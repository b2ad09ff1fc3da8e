import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOf, distanceOf } from "./difference.js";

/** A difference in short: `=` in both, `-` only expected, `+` only got. */
function short(expected: string, got: string): readonly string[] {
  const signs = { both: "=", expected: "-", got: "+" } as const;
  return differenceOf(expected, got).map((line) => `${signs[line.in]}${line.line}`);
}

describe("the difference of two texts", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["equal texts", "a\nb", "a\nb", ["=a", "=b"]],
    ["a line that is missing", "a\nb\nc", "a\nc", ["=a", "-b", "=c"]],
    ["a line that is new", "a\nc", "a\nb\nc", ["=a", "+b", "=c"]],
    ["another line, what was expected first", "a\nb\nc", "a\nx\nc", ["=a", "-b", "+x", "=c"]],
    ["other lines at the end", "a", "b", ["-a", "+b"]],
    ["more at the end", "a", "a\nb\nb", ["=a", "+b", "+b"]],
    ["nothing that was expected", "", "a", ["+a"]],
    ["nothing that came", "a", "", ["-a"]],
    [
      "lines that have moved, by the fewest lines",
      "a\nb\nc\nd",
      "b\nc\nd\na",
      ["-a", "=b", "=c", "=d", "+a"],
    ],
    ["a line that is empty", "a\n\nb", "a\nb", ["=a", "-", "=b"]],
  ])("shows %s", (_, expected, got, lines) => {
    expect(short(expected, got)).toEqual(lines);
  });

  it("is as short as it can be, and makes one text of the other", () => {
    const line = fc.constantFrom("a", "b", "c");
    const lines = fc.array(line, { maxLength: 7 });
    /** The most lines that two lists have in common, in their order, found by trying everything. */
    const mostInCommon = ([one, ...ones]: readonly string[], others: readonly string[]): number => {
      if (one === undefined) return 0;
      const at = others.indexOf(one);
      const without = mostInCommon(ones, others);
      return at < 0 ? without : Math.max(without, 1 + mostInCommon(ones, others.slice(at + 1)));
    };
    fc.assert(
      fc.property(lines, lines, (expected, got) => {
        const difference = differenceOf(expected.join("\n"), got.join("\n"));
        const of = (...sides: readonly string[]) =>
          difference.filter((each) => sides.includes(each.in)).map((each) => each.line);
        expect(of("both", "expected")).toEqual(expected);
        expect(of("both", "got")).toEqual(got);
        expect(of("both")).toHaveLength(mostInCommon(expected, got));
      }),
    );
  });

  it("counts the lines that only one of them has", () => {
    expect(distanceOf(differenceOf("a\nb\nc", "a\nx\nc\nd"))).toBe(3);
    expect(distanceOf(differenceOf("a", "a"))).toBe(0);
  });
});
