import type fc from "fast-check";

/**
 * One thing that is fuzzed. A case is plain data, so that a finding can be printed, kept in a file
 * and tried again, whatever becomes of the generator that made it.
 */
export interface Target {
  readonly name: string;
  /** What holds for every case, in one sentence. */
  readonly promise: string;
  readonly cases: fc.Arbitrary<unknown>;
  /** Tries one case. @throws an error, or rejects with one, if the promise does not hold */
  readonly check: (input: unknown) => Promise<void> | void;
  /** Gives back what the checks hold open. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** A target whose checks get the cases of its own generator. */
export function targetOf<Case>(target: {
  readonly name: string;
  readonly promise: string;
  readonly cases: fc.Arbitrary<Case>;
  readonly check: (input: Case) => Promise<void> | void;
  readonly close?: () => Promise<void>;
}): Target {
  return { ...target, check: (input) => target.check(input as Case) };
}
