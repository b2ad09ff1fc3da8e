/** Time as the service sees it. Inject another one to test without waiting. */
export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some fixed moment; never jumps, unlike wall time. */
  monotonic(): number;
  /** Calls back once after a number of milliseconds; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

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
export class IdleTimer {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #onIdle: () => void;
  #waitingSince: number | undefined;
  #waited = 0;
  #disarm: (() => void) | undefined;
  #disposed = false;

  constructor(clock: Clock, milliseconds: number, onIdle: () => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#onIdle = onIdle;
  }

  begin(): void {
    this.#waitingSince = this.#clock.monotonic() - this.#waited;
    if (!this.#disarm && !this.#disposed) {
      this.#disarm = this.#clock.after(this.#milliseconds - this.#waited, this.#check);
    }
  }

  /** Ends a wait that produced something. */
  end(): void {
    this.#waitingSince = undefined;
    this.#waited = 0;
  }

  /** Ends a wait that produced nothing: the next wait continues where this one stopped. */
  pause(): void {
    if (this.#waitingSince !== undefined) {
      this.#waited = this.#clock.monotonic() - this.#waitingSince;
    }
    this.#waitingSince = undefined;
  }

  /** Frees the timer. Nothing is called afterwards. */
  dispose(): void {
    this.#disposed = true;
    this.#disarm?.();
    this.#disarm = undefined;
  }

  readonly #check = (): void => {
    this.#disarm = undefined;
    if (this.#waitingSince === undefined || this.#disposed) return;
    const now = this.#clock.monotonic();
    const left = this.#waitingSince + this.#milliseconds - now;
    this.#disarm = this.#clock.after(left > 0 ? left : this.#milliseconds, this.#check);
    if (left > 0) return;
    this.#waitingSince = now;
    this.#onIdle();
  };
}
