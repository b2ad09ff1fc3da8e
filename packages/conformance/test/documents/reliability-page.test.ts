import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

/** A promise, as far as its row tells it. */
interface Promised {
  readonly id: string;
  readonly sentence: string;
  readonly target: string;
  readonly tests: readonly string[];
}

/** The results of the promises, by their ids. */
type Results = Readonly<Record<string, object>>;

const load = async (path: string) => import(pathToFileURL(join(root, path)).href);
const { promises } = (await load("scripts/reliability/promises.mjs")) as {
  readonly promises: readonly Promised[];
};
const { toTable } = (await load("scripts/reliability/page.mjs")) as {
  toTable(promises: readonly Promised[], results: { readonly promises: Results }): string;
};

/** The cells of the rows of a table that begin with the id of a promise. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows = text.split("\n").filter((line) => /^\| P\d+ \|/.test(line));
  return rows.map((row) => row.slice(2, -2).split(" | "));
}

/** Whether a path begins the path of a file or folder, as the test runner takes it. */
function matchesSomething(path: string): boolean {
  const folder = join(root, dirname(path));
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => name.startsWith(basename(path)));
}

describe("the page of promises", () => {
  const written = cellsOf(readPage("docs/reliability.md").text);

  it("has the promises of the table that is measured, with their targets and what shows them", () => {
    const known = cellsOf(toTable(promises, { promises: {} }));
    const withoutFigures = (rows: typeof known) => rows.map((cells) => cells.toSpliced(3, 1));
    expect(withoutFigures(written), "Run `npm run reliability -- --table`.").toEqual(
      withoutFigures(known),
    );
    expect(known.map(([id]) => id)).toEqual(promises.map(({ id }) => id));
  });

  it("shows no promise as broken", () => {
    expect(written.filter((cells) => cells[3]?.includes("broken"))).toEqual([]);
  });

  it.each(promises)("names tests of $id that exist", ({ tests }) => {
    expect(tests.filter((path) => !matchesSomething(path))).toEqual([]);
  });
});

describe("the table of promises", () => {
  const [promise] = promises;

  it("shows figures as words, and whether they come from short runs", () => {
    const runs = [{ figures: { servedForFree: 0, served: 81_234, store: "sqlite" } }];
    const result = { held: true, quick: true, runs };
    const [cells] = cellsOf(toTable(promises.slice(0, 1), { promises: { P1: result } }));
    expect(promise?.id).toBe("P1");
    expect(cells?.[3]).toBe("held in short runs: served for free 0, served 81,234, store sqlite");
  });

  it("says when a promise is broken", () => {
    const result = { held: false, quick: false, runs: [{ figures: { missing: 1 } }] };
    const [cells] = cellsOf(toTable(promises.slice(0, 1), { promises: { P1: result } }));
    expect(cells?.[3]).toBe("**broken**: missing 1");
  });
});
