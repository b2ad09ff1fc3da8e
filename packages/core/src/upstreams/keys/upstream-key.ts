import { ServiceError } from "../../errors/service-error.js";
import type { HeaderLookup } from "../../http/exchange.js";
import type { Clock } from "../../runtime/clock.js";
import { addText, emptyHash } from "../../runtime/hash.js";
import { readKeyDelay } from "./reset-times.js";

/** How long a key rests if its upstream does not say it, in milliseconds. */
interface Guess {
  readonly first: number;
  /** Where the doubling stops. */
  readonly most: number;
}

/** Somebody must pay or set a new key: that takes longer than a rate. */
const operatorsGuess: Guess = { first: 60_000, most: 3_600_000 };

/** The statuses by which an upstream refuses a key, and not the request. */
const guesses: ReadonlyMap<number | undefined, Guess> = new Map([
  [401, operatorsGuess],
  [402, operatorsGuess],
  [429, { first: 1_000, most: 60_000 }],
]);

/** A time in which a key is not used. */
export interface Rest {
  /** When it began, in milliseconds of the monotonic clock. */
  readonly since: number;
  /** When it ends, in milliseconds of the monotonic clock. */
  readonly until: number;
  /** Whether the upstream has said how long it is. */
  readonly isStated: boolean;
  /** Why, without the upstream's own answer, which belongs to another request. */
  readonly failure: ServiceError;
}

/** Whether an upstream has refused the key that a request had, so that another key may be taken. */
export function isKeyRefusal(error: unknown): error is ServiceError {
  return ServiceError.is(error) && guesses.has(error.upstreamStatus) && !error.mayHaveRun;
}

/** One of several keys of an upstream: what is known of it, but not the key itself. */
export class UpstreamKey {
  /** Its place among the keys, from 0: `keys[1]`. */
  readonly label: string;
  /** A hash of the key, by which conversations choose among keys wherever it stands in the list. */
  readonly hash: number;
  /** How often it was refused since it last served; those at once count once. */
  #refusals = 0;
  #rest: Rest | undefined;

  constructor(apiKey: string, index: number) {
    this.label = `keys[${index}]`;
    this.hash = addText(emptyHash, apiKey);
  }

  /** Its last rest, which may be over; `undefined`: it has served since. */
  get rest(): Rest | undefined {
    return this.#rest;
  }

  /** Whether it rests at this moment of the monotonic clock. */
  isResting(now: number): boolean {
    return this.#rest !== undefined && this.#rest.until > now;
  }

  /**
   * Notes that the upstream has begun a reply to a request with it. That ends a rest which began before the
   * request was sent.
   */
  noteReply(sentAt: number): void {
    if (this.#rest && this.#rest.since > sentAt) return;
    this.#refusals = 0;
    this.#rest = undefined;
  }

  /**
   * Notes a failed request with it. If the upstream has refused the key, it rests for as long as the upstream
   * says, or for a time that doubles with each rest.
   * @returns the milliseconds of its rest; `undefined`: the failure says nothing about the key
   */
  noteFailure(failure: ServiceError, headers: HeaderLookup, clock: Clock): number | undefined {
    if (!isKeyRefusal(failure)) return undefined;
    const now = clock.monotonic();
    const left = this.#rest ? this.#rest.until - now : 0;
    const stated = readKeyDelay(headers, clock.now());
    if (left <= 0) this.#refusals += 1;
    const milliseconds = stated ?? (left > 0 ? left : this.#guess(failure));
    this.#rest = {
      since: now,
      until: now + milliseconds,
      isStated: stated !== undefined,
      failure: ServiceError.with(failure, { answer: undefined }),
    };
    return milliseconds;
  }

  #guess({ upstreamStatus }: ServiceError): number {
    const { first, most } = guesses.get(upstreamStatus) ?? operatorsGuess;
    return Math.min(most, first * 2 ** (this.#refusals - 1));
  }
}
