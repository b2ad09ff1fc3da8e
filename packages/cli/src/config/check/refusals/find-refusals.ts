import { isPlain } from "../is-plain.js";
import type { Problem } from "../problem.js";
import { isInside, nearestPart, originalPath, type Path, without } from "./path.js";
import { readRefusal } from "./read-refusal.js";

/** A part of a config, and what of the library takes it. */
export interface Part {
  /** Where it is in the config. */
  readonly path: Path;
  readonly value: unknown;
  /** Passes the part to the library, which throws or rejects with a TypeError if it refuses it. */
  readonly ask: (value: never) => unknown;
  /** What the library calls the part, such as `keys[0]`, where it is not all of the options. @default [] */
  readonly roots?: readonly string[] | undefined;
  /** Members that have other names in the library, by those. @default none */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/**
 * Everything that the library refuses of a part. The library names one mistake at a time, so it is asked
 * again without what it has refused, until it refuses nothing.
 * @param known paths of mistakes that were found before; they are left out from the beginning
 */
export async function findRefusals(
  { path, value, ask, roots = [], names = {} }: Part,
  known: readonly Path[],
): Promise<readonly Problem[]> {
  const inside = known.filter((one) => isInside(one, path)).map((one) => one.slice(path.length));
  const taken: Path[] = inside.filter(({ length }) => length > 0);
  // Something else than an object has no members that could be right.
  if (taken.length < inside.length && !isPlain(value)) return [];
  const problems: Problem[] = [];
  for (;;) {
    const left = without(value, taken);
    const refusal = await refusalOf(() => ask(left as never));
    if (refusal === undefined) return problems;
    const read = readRefusal(refusal, left, roots);
    const place: Path = read.path.map((step) => names[String(step)] ?? step);
    const original = originalPath(place, taken);
    // Something is missing where a mistake was taken out.
    const isConsequence = taken.some((one) => isInside(one, original));
    if (!isConsequence) problems.push({ path: [...path, ...original], message: read.message });
    const culprit = nearestPart(left, place);
    if (culprit.length === 0) return problems;
    taken.push(originalPath(culprit, taken));
  }
}

/** What the library says, if it refuses. */
async function refusalOf(ask: () => unknown): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
