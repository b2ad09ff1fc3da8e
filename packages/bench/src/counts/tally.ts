import { type Counts, countsOf, longArray, type Metric } from "./metrics.ts";

/** Where instrumented code finds the tally of its process. */
export const tallyKey = "diglotBenchTally";

/** What is counted at the moment; instrumented code adds to it. */
export class Tally {
  #counts: Record<Metric, number> = { ...countsOf(() => 0) };

  /** Counts from zero. */
  reset(): void {
    this.#counts = { ...countsOf(() => 0) };
  }

  add(metric: Metric, count = 1): void {
    this.#counts[metric] += count;
  }

  /** Counts a new array, if it is long. @returns the value */
  array<T>(value: T): T {
    if (Array.isArray(value) && value.length > longArray) this.#counts.longArrays += 1;
    return value;
  }

  read(): Counts {
    return { ...this.#counts };
  }
}

/** The tally of this process. */
export const tally = new Tally();

Reflect.set(globalThis, tallyKey, tally);
