import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Which files a file imports, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const importing = /(?:^|\n)\s*(?:import|export)\b[^;"]*?"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/g;

/** The imports between the TypeScript files below a folder, type imports and dynamic ones included. */
export function readImportGraph(folder: string): ImportGraph {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.m?ts$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file),
  );
  return new Map(files.map((file) => [file, importsOf(folder, file)]));
}

function importsOf(folder: string, file: string): readonly string[] {
  const source = readFileSync(join(folder, file), "utf8");
  return [...source.matchAll(importing)]
    .map(([, fixed, dynamic]) => fixed ?? dynamic ?? "")
    .map((target) => relative(folder, resolve(folder, dirname(file), target)))
    .map((target) => target.replace(/\.(m?)js$/, ".$1ts"));
}

/**
 * Import cycles, each as the files that one passes through, the first one again at the end. Each
 * file that is part of any cycle is in one of them.
 */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const covered = new Set<string>();
  const cycles: (readonly string[])[] = [];
  for (const file of graph.keys()) {
    if (covered.has(file)) continue;
    const cycle = shortestCycle(graph, file);
    for (const member of cycle ?? []) covered.add(member);
    if (cycle) cycles.push(cycle);
  }
  return cycles;
}

/** The shortest way from a file along its imports back to itself. */
function shortestCycle(graph: ImportGraph, start: string): readonly string[] | undefined {
  const reached = new Set<string>();
  let paths: readonly (readonly string[])[] = [[start]];
  while (paths.length > 0) {
    const longer = paths.flatMap((path) =>
      (graph.get(path.at(-1) ?? start) ?? []).map((target) => [...path, target]),
    );
    const closed = longer.find((path) => path.at(-1) === start);
    if (closed) return closed;
    paths = longer.filter((path) => isFirst(reached, path.at(-1) ?? start));
  }
  return undefined;
}

function isFirst(reached: Set<string>, file: string): boolean {
  const first = !reached.has(file);
  reached.add(file);
  return first;
}
