import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLimits } from "../counts/limits.ts";
import { ownRoot } from "../shared/project.ts";
import { toPlot } from "./plot.ts";
import { makeSections, type Sources } from "./sections.ts";
import { toText } from "./text.ts";

const folder = join(import.meta.dirname, "../..");
const docs = join(ownRoot, "docs");

/** A file of the documents, by its path below `docs`. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

/** The page of all figures and its pictures, from the results and the counts of this package. */
export function makePage(): readonly MadeFile[] {
  const sources: Sources = {
    result: readJson("results.json"),
    counts: readLimits().limits,
    before: readJson("counts-before.json"),
  };
  const pictures = sources.result.curves.map((curve) => ({
    path: `pictures/growth-${curve.id}.svg`,
    text: toPlot(curve),
  }));
  return [{ path: "reference/performance.md", text: toText(makeSections(sources)) }, ...pictures];
}

/** A file of the documents as it is. */
export function readDocument(path: string): string {
  return readFileSync(join(docs, path), "utf8");
}

/** Writes the page and its pictures. */
export function writePage(): void {
  for (const { path, text } of makePage()) writeFileSync(join(docs, path), text);
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
