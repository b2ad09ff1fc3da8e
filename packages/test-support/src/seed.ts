import fc from "fast-check";

/**
 * The seed of everything that tests choose at random: `DIGLOT_SEED`, which the configuration of the
 * tests sets and prints. To repeat a run that failed, start it with the printed one.
 */
export const seed: number = Number(process.env.DIGLOT_SEED);

/** Whether this is a sweep (`npm run sweep`), which takes its time. */
export const isSweep: boolean = Boolean(process.env.DIGLOT_SWEEP);

/** How often to repeat something: a sample in `npm test`, all of it in a sweep. */
export function repeats(sample: number, all: number): number {
  return isSweep ? all : sample;
}

/** So many whole numbers from 0 to a limit, chosen by the seed. */
export function chooseNumbers(count: number, most: number): readonly number[] {
  return fc.sample(fc.nat(most), { numRuns: count, seed });
}
