import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Counts } from "./metrics.ts";

/** The counts of each kind of exchange by its id, and of one delta by that id with "/delta". */
export type ProjectCounts = Readonly<Record<string, Counts>>;

/** Milliseconds after which counting is given up; it takes a few seconds. */
const patience = 180_000;

/**
 * Counts all kinds of exchanges of a built checkout, twice and each time in a process of its own.
 * @throws if the two differ
 */
export function countProject(root: string): ProjectCounts {
  const [first, second] = [countOnce(root), countOnce(root)];
  if (first !== second) throw new Error("Two counts of the same exchanges differ.");
  return JSON.parse(first);
}

function countOnce(root: string): string {
  const program = join(import.meta.dirname, "child.ts");
  const options = { encoding: "utf8", timeout: patience } as const;
  return execFileSync(process.execPath, ["--expose-gc", program, root], options);
}
