import type { Clock } from "@diglot/core";

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Lets this many milliseconds pass; callbacks that fall due are called in order. */
  advance(milliseconds: number): void;
  /** Callbacks that are still scheduled; 0 if nothing leaks. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A fake clock whose wall time starts at the given moment (milliseconds since 1970). */
export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  const timers = new Set<Timer>();
  let elapsed = 0;

  function nextUntil(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= end && (!next || timer.due < next.due)) next = timer;
    }
    return next;
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    get pending() {
      return timers.size;
    },
    after(milliseconds, callback) {
      const timer = { due: elapsed + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = elapsed + milliseconds;
      for (let timer = nextUntil(end); timer; timer = nextUntil(end)) {
        timers.delete(timer);
        elapsed = timer.due;
        timer.callback();
      }
      elapsed = end;
    },
  };
}
