/**
 * Milliseconds of work, or steps of it, after which replies give way to everything else. The steps
 * count where a runtime stops its clock while code runs, as Workers do.
 */
const sliceTime = 4;
const sliceSteps = 1_024;

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
   * another turn. Whoever has waited the longest gets the next one, alone.
   */
  pass(): Promise<void> | undefined;
}

/** The turns of one service. A turn begins with its first step, whoever takes it. */
export function createTurns(clock: { monotonic(): number }): Turns {
  const waiting: (() => void)[] = [];
  /** When the time of this turn is over, once it has begun. */
  let over: number | undefined;
  let steps = 0;

  function begin(): number {
    steps = 0;
    later(end);
    return clock.monotonic() + sliceTime;
  }

  function end(): void {
    over = undefined;
    const next = waiting.shift();
    if (!next) return;
    over = begin();
    next();
  }

  return {
    pass() {
      over ??= begin();
      steps += 1;
      if (steps <= sliceSteps && clock.monotonic() < over) return undefined;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
