import type { AbortSource } from "./abort-link.js";
import { isPromise, type MaybePromise, orReject, proceed } from "./maybe-promise.js";

/**
 * Waits for work, but no longer than the signal allows: an abort rejects with its reason at once,
 * whether the work listens or not.
 * @param onAbort called synchronously on abort, before anything else can react to it
 */
export function raceSignal<T>(
  signal: AbortSource,
  work: () => MaybePromise<T>,
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
    const settleWith =
      <V>(give: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener("abort", leave);
        give(value);
      };
    signal.addEventListener("abort", leave, { once: true });
    void proceed(work, settleWith(resolve), settleWith(reject));
  });
}

/** The consecutive waits of one reader, all ended by the abort of one signal. */
export interface SignalRace {
  /** Waits for work as `raceSignal` does; a result that is there already is returned as it is. */
  wait<T>(work: () => MaybePromise<T>): MaybePromise<T>;
  /** Stops listening to the signal. No further waits may follow. */
  leave(): void;
}

/**
 * The same for many waits, such as the reads of a stream: one listener serves them all.
 * @param onAbort called synchronously on abort, before anything else can react to it
 */
export function createSignalRace(signal: AbortSource, onAbort: () => void): SignalRace {
  let rejectPending: ((reason: unknown) => void) | undefined;
  const leave = () => {
    onAbort();
    rejectPending?.(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });

  return {
    leave: () => signal.removeEventListener("abort", leave),
    wait(work) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const result = orReject(work);
      if (!isPromise(result)) return result;
      return new Promise((resolve, reject) => {
        rejectPending = reject;
        result.then((value) => {
          // The function would keep the value until the next wait, which a slow reader puts off.
          rejectPending = undefined;
          resolve(value);
        }, reject);
      });
    },
  };
}
