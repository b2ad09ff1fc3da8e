import fc from "fast-check";
import { assertNoStrays } from "./strays.js";
import type { Target } from "./target.js";

/** One turn of a target. */
export interface Slice {
  readonly target: Target;
  readonly seed: number;
  /** Where in the cases of the seed to begin, as a finding says. */
  readonly path?: string | undefined;
  /** It ends after so many milliseconds, or after so many cases. */
  readonly milliseconds: number;
  readonly cases: number;
}

/** A case for which a promise does not hold. */
export interface Finding {
  readonly target: string;
  readonly seed: number;
  readonly path: string;
  readonly input: unknown;
  readonly error: unknown;
  /** The file that it is kept in, if it was found before. */
  readonly file?: string | undefined;
}

/** How a slice went. */
export interface SliceResult {
  readonly cases: number;
  readonly finding: Finding | undefined;
}

/** A case that takes longer, in milliseconds, is a finding. */
const caseTimeout = 15_000;
/** How long the search for a smaller case may take, in milliseconds. */
const shrinkTime = 20_000;

/** Tries the cases of a seed until the slice is over, or until one fails; this one is not made smaller. */
export async function runSlice(slice: Slice): Promise<SliceResult> {
  const { target, seed, path, milliseconds, cases } = slice;
  const details = await fc.check(propertyOf(target), {
    ...{ seed, numRuns: cases, timeout: caseTimeout, endOnFailure: true },
    ...{ interruptAfterTimeLimit: milliseconds, markInterruptAsFailure: false },
    ...(path !== undefined && { path }),
  });
  return { cases: details.numRuns, finding: toFinding(target, details) };
}

/** Looks for the smallest case that fails like a finding. */
export async function shrink(
  target: Target,
  { seed, path }: Finding,
): Promise<Finding | undefined> {
  const details = await fc.check(propertyOf(target), {
    ...{ seed, path, timeout: caseTimeout, interruptAfterTimeLimit: shrinkTime },
  });
  return toFinding(target, details);
}

/** Tries one case, as a slice would. @throws an error, or rejects, if the promise does not hold */
export async function tryCase(target: Target, input: unknown): Promise<void> {
  await target.check(input);
  await assertNoStrays();
}

function propertyOf(target: Target): fc.IAsyncProperty<[unknown]> {
  return fc.asyncProperty(target.cases, (input) => tryCase(target, input));
}

function toFinding(target: Target, details: fc.RunDetails<[unknown]>): Finding | undefined {
  const { failed, seed, counterexample, counterexamplePath: path, errorInstance: error } = details;
  if (!failed || !counterexample || path === null) return undefined;
  return { target: target.name, seed, path, input: counterexample[0], error };
}
