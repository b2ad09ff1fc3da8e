import type { Clock } from "../runtime/clock.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import type { RequestEnded } from "./event.js";
import type { Waited } from "./request-facts.js";

/** How long one request takes, and what for. */
export class RequestTimes {
  /** The moment of the monotonic clock at which the request came. */
  readonly since: number;
  readonly #clock: Clock;
  #head: number | undefined;
  #firstContent: number | undefined;
  readonly #waited = { limits: 0, ledger: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.since = clock.monotonic();
  }

  /** Milliseconds since the request came. */
  elapsed(): number {
    return this.#clock.monotonic() - this.since;
  }

  /** Waits for the limits or the ledger, and counts the time. */
  async waitFor<T>(what: keyof Waited, work: MaybePromise<T>): Promise<T> {
    const before = this.elapsed();
    try {
      return await work;
    } finally {
      this.#waited[what] += this.elapsed() - before;
    }
  }

  /** Notes the first content of the reply. Later calls change nothing. */
  noteContent(): void {
    this.#firstContent ??= this.elapsed();
  }

  /** Notes that the head of the answer stands. */
  noteHead(): void {
    this.#head = this.elapsed();
  }

  /** What the end of the request says of it; `undefined` until the head of the answer stands. */
  toFacts():
    | Pick<
        RequestEnded,
        "milliseconds" | "headMilliseconds" | "firstContentMilliseconds" | "waited"
      >
    | undefined {
    if (this.#head === undefined) return undefined;
    return {
      milliseconds: this.elapsed(),
      headMilliseconds: this.#head,
      firstContentMilliseconds: this.#firstContent,
      waited: this.#waited,
    };
  }
}
