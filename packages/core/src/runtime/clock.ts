import { port } from "../checks/objects.js";
/** Time as the service sees it. Inject another one to test without waiting. */
export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some fixed moment; never jumps, unlike wall time. */
  monotonic(): number;
  /** Calls back once after a number of milliseconds; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The check of a clock. */
export const validClock = /* @__PURE__ */ port<Clock>(
  "a clock with now(), monotonic() and after()",
  "now",
  "monotonic",
  "after",
);

/**
 * The longest timer delay that every runtime supports, 24.8 days; a longer one would fire at once.
 */
const longestDelay = 2 ** 31 - 1;

/** The clock of the runtime. Delays are capped at 24.8 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestDelay));
    return () => clearTimeout(timer);
  },
};

/**
 * Measures how long waits last without a timer for each wait: `begin` and `end` only record the
 * time, and one timer is rearmed for the rest. Calls `onIdle` whenever a wait has lasted for the
 * period, and again after each further period of the same wait.
 */
export interface IdleTimer {
  begin(): void;
  /** Ends a wait that produced something. */
  end(): void;
  /** Ends a wait that produced nothing: the next wait continues where this one stopped. */
  pause(): void;
  /** Frees the timer. Nothing is called afterwards. */
  dispose(): void;
}

/** An idle timer over the given clock. */
export function createIdleTimer(clock: Clock, milliseconds: number, onIdle: () => void): IdleTimer {
  let waitingSince: number | undefined;
  let waited = 0;
  let disarm: (() => void) | undefined;
  let disposed = false;

  function arm(delay: number): void {
    disarm = clock.after(delay, check);
  }

  function check(): void {
    disarm = undefined;
    if (waitingSince === undefined || disposed) return;
    const left = waitingSince + milliseconds - clock.monotonic();
    if (left > 0) {
      arm(left);
      return;
    }
    waitingSince = clock.monotonic();
    arm(milliseconds);
    onIdle();
  }

  return {
    begin() {
      waitingSince = clock.monotonic() - waited;
      if (!disarm && !disposed) arm(milliseconds - waited);
    },
    end() {
      waitingSince = undefined;
      waited = 0;
    },
    pause() {
      if (waitingSince !== undefined) waited = clock.monotonic() - waitingSince;
      waitingSince = undefined;
    },
    dispose() {
      disposed = true;
      disarm?.();
      disarm = undefined;
    },
  };
}
