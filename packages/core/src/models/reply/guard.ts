import { type AttemptEnd, toAttemptEnd } from "../../conversation/attempt-end.js";
import { isOverLimit } from "../../errors/reply-too-large.js";
import { isByteSource } from "../../http/exchange.js";
import type { SizeLimits } from "../../http/size-limits.js";
import type { AbortSource } from "../../runtime/abort-link.js";
import { type Clock, IdleTimer } from "../../runtime/clock.js";
import { identity, isPromise, type MaybePromise, proceed } from "../../runtime/maybe-promise.js";
import type { Source } from "../../runtime/source.js";
import type { Turns } from "../../runtime/turns.js";
import { timedOut } from "../failures.js";
import type { Reply } from "../model.js";
import { cancelReply } from "./cancel.js";
import { type Check, checkBytes, checkChoices, checkEvents } from "./checks.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { listenToChoices, listenToEvents, listenToRelay, type ReplyListener } from "./listener.js";
import { readPastEnd } from "./read-past-end.js";
import { createSpeechCheck } from "./speech-check.js";
import type { Timeouts } from "./timeouts.js";

/** The limits of a reply, and the clock that measures its times. */
export interface GuardSettings {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly sizeLimits: SizeLimits;
  readonly turns: Turns;
}

/** The request that a reply is for. */
export interface GuardedRun {
  /** Aborts when the caller leaves or the service closes; its reason is what readers get. */
  readonly signal: AbortSource;
  /** Called once, when the reply has ended, or with the reason when it has failed. */
  end(reason?: unknown): void;
}

/**
 * Stands between any model and the writers. Only events that the grammar allows pass, in limited
 * amount and time. An abort ends whatever is waited for at once, whether the model listens or not.
 * Relayed bytes have the same limits of amount and time. The time runs from the making of the guard.
 * A reply that never waits is held up now and then, so that others have their turns.
 */
export interface ReplyGuard {
  /** Waits for what comes before the reply. */
  wait<T>(work: MaybePromise<T>): MaybePromise<T>;
  /** Asks for the reply, and returns it guarded. A reply that comes too late is cancelled. */
  open(ask: () => MaybePromise<Reply>): Promise<Reply>;
}

type State =
  | { readonly name: "opening" }
  | { readonly name: "open"; readonly reply: Reply }
  | { readonly name: "ended" }
  | { readonly name: "failed"; readonly end: AttemptEnd; readonly reason: unknown };

/** A guard while it runs. */
interface Guard {
  readonly run: GuardedRun;
  readonly sizeLimits: SizeLimits;
  readonly turns: Turns;
  state: State;
  /** Rejects the one wait that is pending. */
  rejectPending: ((reason: unknown) => void) | undefined;
  readonly idle: IdleTimer;
  readonly deadline: Deadline;
  readonly onAbort: () => void;
  readonly listener: ReplyListener | undefined;
}

/** The guard of one reply; its times begin now. */
export function createReplyGuard(
  settings: GuardSettings,
  run: GuardedRun,
  listener?: ReplyListener,
): ReplyGuard {
  const guard = startGuard(settings, run, listener);
  return {
    wait: (work) =>
      isPromise(work) || guard.state.name === "failed" ? race(guard, () => work, identity) : work,
    open: (ask) => race(guard, ask, (opened) => toGuarded(guard, noteOpened(guard, opened))),
  };
}

function startGuard(
  settings: GuardSettings,
  run: GuardedRun,
  listener: ReplyListener | undefined,
): Guard {
  const { clock, timeouts, sizeLimits, turns } = settings;
  const { signal } = run;
  const expire = () => fail(guard, "timeout", timedOut());
  const guard: Guard = {
    run,
    sizeLimits,
    turns,
    state: { name: "opening" },
    rejectPending: undefined,
    idle: new IdleTimer(clock, timeouts.betweenEvents, expire),
    deadline: createDeadline(clock, timeouts, expire),
    onAbort: () => fail(guard, toAttemptEnd(signal.reason), signal.reason),
    listener,
  };
  if (signal.aborted) guard.onAbort();
  else signal.addEventListener("abort", guard.onAbort, { once: true });
  return guard;
}

function release(guard: Guard, reason?: unknown): void {
  guard.idle.dispose();
  guard.deadline.dispose();
  guard.run.signal.removeEventListener("abort", guard.onAbort);
  guard.run.end(reason);
}

function fail(guard: Guard, end: AttemptEnd, reason: unknown): void {
  const { state } = guard;
  if (state.name === "ended" || state.name === "failed") return;
  guard.state = { name: "failed", end, reason };
  if (state.name === "open") void cancelReply(state.reply, end);
  release(guard, reason);
  guard.rejectPending?.(reason);
}

function endGuard(guard: Guard): void {
  guard.state = { name: "ended" };
  release(guard);
}

/**
 * Waits for work and takes its result, however late it comes; a failure of the guard cuts the wait
 * short, and a failure of the work is the guard's.
 */
function race<T, R>(guard: Guard, work: () => MaybePromise<T>, take: (value: T) => R): Promise<R> {
  return new Promise((resolve, reject) => {
    guard.rejectPending = reject;
    if (guard.state.name === "failed") reject(guard.state.reason);
    void proceed(
      work,
      (value) => {
        // The function would keep the value until the next wait, which a slow reader puts off.
        guard.rejectPending = undefined;
        resolve(take(value));
      },
      (error: unknown) => {
        fail(guard, isOverLimit(error) ? "limit" : "upstream_error", error);
        reject(error);
      },
    );
  });
}

function noteOpened(guard: Guard, reply: Reply): Reply {
  if (guard.state.name === "opening") guard.state = { name: "open", reply };
  else if (guard.state.name === "failed") void cancelReply(reply, guard.state.end);
  return reply;
}

function toGuarded(guard: Guard, reply: Reply): Reply {
  const { listener } = guard;
  if (reply.kind === "events") {
    const check = checkEvents(guard.sizeLimits);
    const listen = listener && listenToEvents(listener);
    return { ...reply, events: new WatchedSource(guard, reply.events, { check, listen }) };
  }
  if (reply.kind === "choices") {
    const check = checkChoices(guard.sizeLimits, reply.count);
    const listen = listener && listenToChoices(listener);
    return { ...reply, events: new WatchedSource(guard, reply.events, { check, listen }) };
  }
  const { body } = reply;
  if (isByteSource(body)) {
    const check = checkBytes(guard.sizeLimits);
    const listen = listener && listenToRelay(listener, reply);
    const watch = { check, listen, hasSpoken: createSpeechCheck(reply) };
    return { ...reply, body: new WatchedSource(guard, body, watch) };
  }
  if (listener && guard.state.name !== "failed") listener.noteContent();
  endGuard(guard);
  return reply;
}

/** What is looked for in the batches of a source. */
interface Watch<T> {
  readonly check: Check<T>;
  /** Tells a listener of a batch; absent if nobody listens. */
  readonly listen: ((batch: T) => void) | undefined;
  /** Whether the last batch was more than a heartbeat. @default always */
  readonly hasSpoken?: () => boolean;
}

/** A source between its guard and its reader. */
class WatchedSource<T> implements Source<T> {
  readonly #guard: Guard;
  readonly #source: Source<T>;
  readonly #watch: Watch<T>;
  /** Until the first batch, only the time for the first event counts. */
  #begun = false;

  constructor(guard: Guard, source: Source<T>, watch: Watch<T>) {
    this.#guard = guard;
    this.#source = source;
    this.#watch = watch;
  }

  read(): MaybePromise<T | undefined> {
    const guard = this.#guard;
    if (guard.state.name === "failed") return Promise.reject(guard.state.reason);
    if (guard.state.name === "ended") return undefined;
    if (this.#begun) guard.idle.begin();
    try {
      const batch = this.#readChecked();
      return isPromise<T | undefined>(batch) ? race(guard, () => batch, identity) : batch;
    } catch (error) {
      return race(guard, () => Promise.reject<T | undefined>(error), identity);
    }
  }

  async cancel(reason?: unknown): Promise<void> {
    fail(this.#guard, "client_abort", reason ?? new Error("The reply was cancelled."));
  }

  #readChecked(): MaybePromise<T | undefined> {
    const pause = this.#guard.turns.pass();
    const batch = pause ? pause.then(() => this.#source.read()) : this.#source.read();
    return isPromise<T | undefined>(batch) ? batch.then(this.#take) : this.#take(batch);
  }

  readonly #take = (batch: T | undefined): T | undefined => {
    const { check, listen, hasSpoken } = this.#watch;
    const guard = this.#guard;
    const isLast = guard.state.name === "open" && check(batch);
    // The end of the run may be reported at once, so whoever listens hears of the batch before.
    if (listen && batch !== undefined) listen(batch);
    if (isLast) {
      endGuard(guard);
      // A source may wait with the end of its attempt until more than the last batch is asked for.
      if (batch !== undefined) void readPastEnd(this.#source);
    }
    if (!hasSpoken || hasSpoken()) guard.idle.end();
    else guard.idle.pause();
    if (!this.#begun) guard.deadline.noteFirst();
    this.#begun = true;
    return batch;
  };
}
