import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@diglot/core";

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

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Milliseconds that pass while sockets are given a chance to deliver. */
const step = 10;

/**
 * Time that stands still until the test lets it pass, so that no test depends on how fast the
 * machine is. Sockets take no time at all.
 */
export function createTimeByHand(): Time {
  const timers = new Set<Timer>();
  const start = Date.now();
  let elapsed = 0;

  function nextUntil(end: number): Timer | undefined {
    const due = [...timers].filter((timer) => timer.due <= end);
    return due.sort((one, other) => one.due - other.due)[0];
  }

  function pass(milliseconds: number): void {
    const end = elapsed + milliseconds;
    for (let timer = nextUntil(end); timer; timer = nextUntil(end)) {
      timers.delete(timer);
      elapsed = Math.max(elapsed, timer.due);
      timer.callback();
    }
    elapsed = end;
  }

  async function during<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (await sleep(0); !isOver; await sleep(1)) pass(step);
    return work;
  }

  return {
    clock: {
      now: () => start + elapsed,
      monotonic: () => elapsed,
      after(milliseconds, callback) {
        const timer = { due: elapsed + milliseconds, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    armed: () => timers.size,
    pass,
    during,
  };
}
