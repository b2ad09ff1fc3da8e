/** Runs a part of an attempt at once, and returns or throws what it does. */
export type RunAttempt = <T>(work: () => T) => T;

/** The same function for work that returns something. */
export function toRunAttempt(run: (work: () => void) => void): RunAttempt {
  return <T>(work: () => T) => {
    const results: T[] = [];
    run(() => void results.push(work()));
    return results[0] as T;
  };
}
