/**
 * Waits for work, but no longer than the signal allows: an abort rejects with its reason at once,
 * whether the work listens or not.
 * @param onAbort called in the moment of the abort, before anything else can react to it
 */
export function raceSignal<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  onAbort: () => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      onAbort();
      reject(signal.reason);
    };
    if (signal.aborted) {
      leave();
      return;
    }
    signal.addEventListener("abort", leave, { once: true });
    start(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Work that throws at once fails as work that rejects does. */
async function start<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
