import { describe, expect, it } from "vitest";
import { makePage, readDocument } from "../src/page/page.ts";

describe("the page about performance", () => {
  it.each(makePage())("$path is what the results and the counts make", ({ path, text }) => {
    expect(readDocument(path) === text, "Run `npm run docs:performance`.").toBe(true);
  });
});
