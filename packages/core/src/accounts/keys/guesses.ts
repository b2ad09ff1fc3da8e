import type { AbortSource } from "../../runtime/abort-link.js";
import type { Clock } from "../../runtime/clock.js";
import { wait } from "../../runtime/wait.js";

/** Slows those who guess a credential. */
export interface Guesses {
  /**
   * Called when it is known whether a credential is right, before that is answered. Waits, the longer the more
   * were wrong lately, but for at most a second; a right one waits as long as a wrong one, so that nobody can
   * give up early. Rejects when the signal aborts.
   */
  pause(isRight: boolean, signal: AbortSource): Promise<void>;
}

/** Wrong credentials that cost nothing: people mistype. */
const free = 2;
/** Milliseconds after the first wrong one that is not free; each further one doubles it. */
const firstPause = 100;
const longestPause = 1_000;
/** Milliseconds after which one wrong credential is forgotten. */
const memory = 10_000;
/** More would not make the pause longer, only last. */
const mostKept = free + 1 + Math.ceil(Math.log2(longestPause / firstPause));
/** Wrong credentials that may wait at once; further ones are refused without a pause, so that they hold nothing. */
const mostWaiting = 1_000;

/**
 * Counts for all callers together: a service does not know their addresses, and behind a proxy all have one. So
 * a right credential is always accepted, within a second, whatever others do meanwhile.
 */
export function createGuesses(clock: Clock): Guesses {
  let wrong = 0;
  let forgotten = clock.monotonic();
  let waiting = 0;

  function forget(): void {
    const steps = Math.floor((clock.monotonic() - forgotten) / memory);
    wrong = Math.max(0, wrong - steps);
    forgotten += steps * memory;
  }

  return {
    async pause(isRight, signal) {
      forget();
      if (!isRight) wrong = Math.min(mostKept, wrong + 1);
      const milliseconds = toPause(wrong);
      if (milliseconds === 0 || (!isRight && waiting >= mostWaiting)) return;
      waiting += 1;
      try {
        await wait(milliseconds, { clock, signal });
      } finally {
        waiting -= 1;
      }
    },
  };
}

function toPause(wrong: number): number {
  return wrong <= free ? 0 : Math.min(longestPause, firstPause * 2 ** (wrong - free - 1));
}
