/**
 * Milliseconds of work, or steps of it, after which replies give way to everything else. The steps
 * count where a runtime stops its clock while code runs, as Workers do.
 */
const sliceTime = 4;
const sliceSteps = 1_024;
/** The least that each of many replies gets, in milliseconds. */
const leastSlice = 0.25;

const { setImmediate: immediate } = globalThis as {
  setImmediate?: (callback: () => void) => unknown;
};

/** Where there is no `setImmediate`, a timer; browsers make repeated ones wait for 4 ms. */
function later(callback: () => void): void {
  if (immediate) immediate(callback);
  else setTimeout(callback, 0);
}

/** Resolves in the next turn of the event loop, after what is already due: timers, sockets, results. */
export function nextTurn(): Promise<void> {
  return new Promise(later);
}

/** Shares the turns of the event loop between all that could work on without ever waiting. */
export interface Turns {
  /**
   * To be asked before each step. `undefined` while this turn still has time; otherwise a wait for
   * the next turn, whose time all that wait for it share.
   */
  pass(): Promise<void> | undefined;
}

/**
 * The turns of one service. Each wait has a timer of its own: on Workers the timers of a request are
 * gone with it, and no other request may resolve what it waits for.
 */
export function createTurns(clock: { monotonic(): number }): Turns {
  let waiting = 0;
  /** When the time of this turn is over, once a step has begun it. */
  let over: number | undefined;
  let steps = 0;

  function begin(): number {
    steps = 0;
    later(() => {
      over = undefined;
    });
    return clock.monotonic() + Math.max(leastSlice, sliceTime / (waiting + 1));
  }

  return {
    pass() {
      over ??= begin();
      steps += 1;
      if (steps <= sliceSteps && clock.monotonic() < over) return undefined;
      waiting += 1;
      return nextTurn().then(() => {
        waiting -= 1;
        over = begin();
      });
    },
  };
}
