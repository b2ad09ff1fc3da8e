import type { Clock } from "@diglot/core";

/** Where the clocks of fakes stand: 2026-01-01T00:00:00Z, in milliseconds since 1970. */
export const fakeTime = /* @__PURE__ */ Date.UTC(2026, 0, 1);

/** The longest delay of a timer in every runtime, 24.8 days; what has to wait longer waits for ever. */
const longestDelay = 2 ** 31 - 1;

/** From here on a timer does not keep a process alive, where a runtime supports that. */
const longDelay = 10_000;

/**
 * A clock whose wall time stands, so that answers are the same in every run. What has to wait waits
 * in real time; the timers are looked up at each call, so that a test runner's fake timers count.
 */
export function createFixedClock(now: number = fakeTime): Clock {
  return {
    now: () => now,
    monotonic: () => performance.now(),
    after(milliseconds, callback) {
      // A timer for what never comes would keep the process of a finished test alive.
      if (milliseconds >= longestDelay) return () => {};
      const timer: unknown = setTimeout(callback, milliseconds);
      // Leases and pings go on while an answer is open, and a test may leave one open.
      if (milliseconds >= longDelay) (timer as { unref?(): void }).unref?.();
      return () => clearTimeout(timer as never);
    },
  };
}
