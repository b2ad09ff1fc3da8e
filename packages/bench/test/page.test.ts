import { describe, expect, it } from "vitest";
import { makePage, readDocument } from "../src/page/page.ts";

/** The rows of a page that have a ratio with its range. */
const ratiosOf = (page: string) => page.split("\n").filter((line) => /–[\d.]+\] \|$/.test(line));

describe("the page about performance", () => {
  it.each(makePage())("$path is what the results and the counts make", ({ path, text }) => {
    expect(readDocument(path) === text, "Run `npm run docs:performance`.").toBe(true);
  });

  it("shows in its short form only ratios of the page of all figures", () => {
    const shown = ratiosOf(readDocument("performance.md"));
    const all = ratiosOf(readDocument("reference/performance.md"));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((row) => !all.includes(row))).toEqual([]);
  });
});
