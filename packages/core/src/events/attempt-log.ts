import { type UsageCounts, usageKinds } from "../conversation/usage/usage.js";
import type { AttemptEvents } from "./attempt-events.js";
import type { EndedAttempt } from "./request-facts.js";

/** The attempts of one request: which are open, which answers what, and how they have ended. */
export class AttemptLog {
  readonly #begun: AttemptEvents[] = [];
  readonly #ended: EndedAttempt[] = [];
  /** The ids of the attempts that answer one of several choices each, by the indexes of the choices. */
  readonly #choices: string[] = [];
  /** Those that are being reserved or have not ended. */
  #open = 0;

  /** Notes that an attempt is being reserved. */
  noteReserving(): void {
    this.#open += 1;
  }

  /** Notes that an attempt has not been reserved after all. */
  noteUnreserved(): void {
    this.#open -= 1;
  }

  add(attempt: AttemptEvents): void {
    this.#begun.push(attempt);
  }

  noteEnded(ended: EndedAttempt): void {
    this.#open -= 1;
    this.#ended.push(ended);
  }

  noteChoice(choice: number, attemptId: string): void {
    this.#choices[choice] = attemptId;
  }

  /** Only one attempt at a time answers a choice, or the whole request: the last one. */
  of(choice: number | undefined): AttemptEvents | undefined {
    const attemptId = choice === undefined ? undefined : this.#choices[choice];
    if (attemptId === undefined) return this.#begun.at(-1);
    return this.#begun.find((attempt) => attempt.attemptId === attemptId);
  }

  get areOver(): boolean {
    return this.#open === 0;
  }

  /** How many have begun. */
  get count(): number {
    return this.#begun.length;
  }

  /** Whether one of them has failed for this reason. */
  haveFailedFor(error: unknown): boolean {
    return this.#ended.some(({ failure }) => failure?.error === error);
  }

  /** Whether one of them has ended because the caller has gone. */
  get areAborted(): boolean {
    return this.#ended.some(({ end }) => end === "client_abort");
  }

  /** What the end of a request says of all of them. */
  toFacts() {
    return {
      answeredBy: this.#ended.findLast(hasAnswered)?.model,
      attempts: this.#ended,
      usage: sumOf(this.#ended),
      costNanoDollars: this.#ended.reduce((sum, { costNanoDollars }) => sum + costNanoDollars, 0),
    };
  }
}

function hasAnswered({ failure, end }: EndedAttempt): boolean {
  return !failure && end !== "unsent" && end !== "abandoned";
}

function sumOf(attempts: readonly EndedAttempt[]): UsageCounts {
  const sums = usageKinds.map((kind) => [
    kind,
    attempts.reduce((sum, { usage }) => sum + usage[kind], 0),
  ]);
  return Object.fromEntries(sums);
}
