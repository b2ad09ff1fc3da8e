import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { knownModels, openQuestions, rules } from "@diglot/testing/rules";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/rules-page.mjs")).href;
const page = readPage("docs/reference/rules.md").text;
/** The cells of the rows of all tables; a pipe inside of a cell is escaped. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.slice(1, -1).split(/(?<!\\)\|/));

describe("the page of rules", () => {
  it("is the one that the catalogue makes", async () => {
    const { renderRulesPage } = (await import(script)) as { renderRulesPage: () => string };
    expect(page === renderRulesPage(), "Run `npm run docs:rules`.").toBe(true);
  });

  it("has one row for every rule and every model", () => {
    const names = rows.map(([first = ""]) => first.trim());
    const expected = [...rules, ...knownModels].map(({ id }) => `\`${id}\``);
    expect(names.filter((name) => name.startsWith("`")).sort()).toEqual([...expected].sort());
  });

  it("has one row for every open question", () => {
    const asked = rows.map(([, what = ""]) => what.trim());
    expect(asked).toEqual(expect.arrayContaining(openQuestions.map(({ what }) => what)));
  });

  it("counts every rule once by whether tests hold it to something official", () => {
    const counts = rows.filter(([first = ""]) => first.trim().startsWith("held to"));
    const sum = counts
      .flatMap((cells) => cells.slice(1))
      .reduce((all, cell) => all + Number(cell), 0);
    expect(sum).toBe(rules.length);
  });

  it("fills all cells of its tables", () => {
    const widths = new Set(rows.map((cells) => cells.length));
    // Models and open questions; counts; kinds of evidence; rules of Messages; the others, with parameter and code.
    expect([...widths].sort()).toEqual([3, 4, 6, 7, 9]);
  });
});
