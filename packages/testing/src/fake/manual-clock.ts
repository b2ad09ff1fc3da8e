import { type Clock, checks } from "@diglot/core";
import { fakeTime } from "./fixed-clock.js";

/** A clock that moves only when the test says so. */
export interface ManualClock extends Clock {
  /**
   * Lets so many milliseconds pass at once: what becomes due on the way is called in its order, each
   * at its own time. What a callback sets in motion by promises goes on after the call.
   */
  advance(milliseconds: number): void;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * A clock at a wall time in milliseconds since 1970. @default 2026-01-01T00:00:00Z
 * @throws TypeError for anything that is not a time
 */
export function createManualClock(start: number = fakeTime): ManualClock {
  const isTime = checks.is("a time in milliseconds since 1970", Number.isFinite);
  checks.checkOptions("createManualClock", start, isTime, "start");
  const timers = new Set<Timer>();
  let passed = 0;

  function firstUntil(end: number): Timer | undefined {
    return [...timers]
      .filter(({ due }) => due <= end)
      .reduce<Timer | undefined>(
        (first, timer) => (first && first.due <= timer.due ? first : timer),
        undefined,
      );
  }

  return {
    now: () => start + passed,
    monotonic: () => passed,
    after(milliseconds, callback) {
      const timer = { due: passed + Math.max(0, milliseconds), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = passed + milliseconds;
      for (let timer = firstUntil(end); timer; timer = firstUntil(end)) {
        timers.delete(timer);
        passed = timer.due;
        timer.callback();
      }
      passed = end;
    },
  };
}
