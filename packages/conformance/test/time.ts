import type { Clock } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises, pause } from "@diglot/test-support/wait";

/** The time of a service and of what it talks to. */
export interface Time {
  readonly clock: Clock;
  /** How many timers are armed. */
  armed(): number;
  /** Lets so many milliseconds pass. Timers that fall due are called in order. */
  pass(milliseconds: number): void;
  /** Lets time pass until the work is done. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Milliseconds that pass while sockets are given a chance to deliver. */
const step = 10;

/**
 * Time that stands still until the test lets it pass, so that no test depends on how fast the
 * machine is. Sockets take no time at all.
 */
export function createTimeByHand(): Time {
  const clock = createFakeClock(Date.now());

  async function during<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (await flushPromises(); !isOver; await pause(1)) clock.advance(step);
    return work;
  }

  return {
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      // Whole milliseconds, and at least one, as those of the runtime: a rest of a rounding error
      // would be due for ever.
      after: (milliseconds, callback) =>
        clock.after(Math.max(1, Math.ceil(milliseconds)), callback),
    },
    armed: () => clock.pending,
    pass: clock.advance,
    during,
  };
}
