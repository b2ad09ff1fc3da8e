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
type Write = (promises: readonly Promised[], results: { readonly promises: Results }) => string;
const { toTable, toFigures, toPage } = (await load("scripts/reliability/page.mjs")) as {
  readonly toTable: Write;
  readonly toFigures: Write;
  readonly toPage: Write;
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
  const reference = readPage("docs/reference/reliability.md").text;
  const unmeasured = { promises: {} };

  /** The rows without their results. */
  const withoutCell = (rows: ReturnType<typeof cellsOf>, index: number) =>
    rows.map((cells) => cells.toSpliced(index, 1));

  it("has the promises of the table that is measured, with their targets", () => {
    const known = cellsOf(toTable(promises, unmeasured));
    expect(withoutCell(written, 3), "Run `npm run reliability -- --table`.").toEqual(
      withoutCell(known, 3),
    );
    expect(known.map(([id]) => id)).toEqual(promises.map(({ id }) => id));
  });

  it("leads to a page with what shows each promise", () => {
    const page = toPage(promises, unmeasured);
    const beforeRows = (text: string) => text.slice(0, text.indexOf("| P1 |"));
    expect(withoutCell(cellsOf(reference), 1)).toEqual(withoutCell(cellsOf(page), 1));
    expect(beforeRows(reference)).toBe(beforeRows(page));
  });

  it("has the verdict of the figures", () => {
    const figures = cellsOf(reference).map(([, measured = ""]) => measured);
    const verdicts = written.map(([, , , verdict = ""]) => verdict);
    expect(verdicts.filter((verdict, index) => !figures[index]?.startsWith(verdict))).toEqual([]);
  });

  it("shows no promise as broken", () => {
    expect(written.filter((cells) => cells[3]?.includes("broken"))).toEqual([]);
  });

  it.each(promises)("names tests of $id that exist", ({ tests }) => {
    expect(tests.filter((path) => !matchesSomething(path))).toEqual([]);
  });
});

describe("the figures of promises", () => {
  const [promise] = promises;
  const figuresOf = (result: object) => {
    const [cells] = cellsOf(toFigures(promises.slice(0, 1), { promises: { P1: result } }));
    return cells?.[1];
  };

  it("are shown as words, and with whether they come from short runs", () => {
    const runs = [{ figures: { servedForFree: 0, served: 81_234, store: "sqlite" } }];
    expect(promise?.id).toBe("P1");
    expect(figuresOf({ held: true, quick: true, runs })).toBe(
      "held in short runs: served for free 0, served 81,234, store sqlite",
    );
  });

  it("say when a promise is broken", () => {
    const runs = [{ figures: { missing: 1 } }];
    expect(figuresOf({ held: false, quick: false, runs })).toBe("**broken**: missing 1");
  });
});
