import { closing } from "../errors/closing.js";
import { ServiceError } from "../errors/service-error.js";
import type { Exchange } from "../http/exchange.js";
import { AbortLink } from "../runtime/abort-link.js";
import type { Clock } from "../runtime/clock.js";
import { type Passing, PassingSet } from "../runtime/passing-set.js";
import { within } from "../runtime/within.js";

/** One request while it runs. */
export interface Run {
  /**
   * Aborts when the caller has left and its drain time is over, or when the service closes. The
   * reason is the error for the caller.
   */
  readonly signal: AbortLink;
  /** Whether the caller has left; nobody reads what is written after that. */
  callerIsGone(): boolean;
  /** Reports that the caller has left, in case its signal does not. Repeated calls change nothing. */
  leave(reason: unknown): void;
  /** Keeps the host, and `close()`, waiting for work that outlives the answer. */
  readonly track: (work: Promise<unknown>) => void;
  /** Adds something to do at the end of the run; it gets the reason if the run was aborted. */
  onEnd(work: (reason?: unknown) => void): void;
  /**
   * Ends the run; a reason aborts the work that still belongs to it. Repeated calls change nothing.
   */
  end(reason?: unknown): void;
}

/** Everything that a service has running. */
export interface Lifetime {
  /** Whether new requests are accepted. */
  readonly accepting: boolean;
  /** Aborts when that ends. */
  readonly closing: AbortSignal;
  /**
   * Begins a run. It is aborted `drainTime` milliseconds after its caller leaves, which is at once
   * by default. A run whose caller has left already is aborted from the beginning.
   * @throws ServiceError `overloaded` once the service closes, also for a request that came before.
   */
  begin(exchange: Exchange, drainTime?: number): Run;
  /**
   * Gives running requests `timeout` milliseconds to end and aborts those that do not. Then it
   * waits until the ledger is closed and all tracked work has ended, at least for two seconds; work
   * that is still pending after that is abandoned.
   * @param closeLedger receives the remaining time in milliseconds
   */
  close(timeout: number, closeLedger: (milliseconds: number) => Promise<void>): Promise<void>;
}

/** The minimum time for tracked work after the ledger is closed, in milliseconds. */
const settleTime = 2_000;

/** A request that has not ended, and its link for aborts. */
interface RunningRequest extends Passing {
  readonly signal: AbortLink;
}

/** Work that may outlive the answer. */
interface TrackedWork extends Passing {
  readonly work: Promise<unknown>;
}

/** The lifetime of one service. */
export function createLifetime(clock: Clock): Lifetime {
  const running = new PassingSet<RunningRequest>();
  const settling = new PassingSet<TrackedWork>();
  const closed = new AbortController();
  let accepting = true;
  let onIdle: (() => void) | undefined;

  function leave(run: RunningRequest): void {
    running.delete(run);
    if (running.size === 0) onIdle?.();
  }

  async function idleWithin(timeout: number): Promise<void> {
    if (running.size === 0) return;
    await new Promise<void>((resolve) => {
      const disarm = clock.after(timeout, resolve);
      const before = onIdle;
      onIdle = () => {
        before?.();
        disarm();
        resolve();
      };
    });
  }

  async function untilSettled(): Promise<void> {
    // Work that ends may start further work.
    while (settling.size > 0) await Promise.allSettled(settling.values().map(({ work }) => work));
  }

  return {
    get accepting() {
      return accepting;
    },
    closing: closed.signal,
    begin(exchange, drainTime = 0) {
      if (!accepting) throw closing();
      const signal = new AbortLink();
      const own = { signal, slot: -1 };
      running.add(own);
      return createRun({ exchange, own, settling, clock, drainTime, over: leave });
    },
    async close(timeout, closeLedger) {
      accepting = false;
      closed.abort(closing());
      const deadline = clock.monotonic() + timeout;
      await idleWithin(timeout);
      for (const { signal } of running.values()) signal.abort(closing());
      await closeLedger(deadline - clock.monotonic());
      const left = Math.max(deadline - clock.monotonic(), settleTime);
      await within(clock, left, untilSettled());
    },
  };
}

/** What a run consists of. */
interface RunParts {
  readonly exchange: Exchange;
  readonly own: RunningRequest;
  readonly settling: PassingSet<TrackedWork>;
  readonly clock: Clock;
  /** Milliseconds for which a run continues without its caller. */
  readonly drainTime: number;
  /** Called when the run has ended. */
  over(run: RunningRequest): void;
}

function createRun({ exchange, own, settling, clock, drainTime, over }: RunParts): Run {
  const { signal } = own;
  let endings: ((reason?: unknown) => void)[] = [];
  let ended = false;
  let gone = exchange.signal.aborted;

  function track(work: Promise<unknown>): void {
    const tracked = { work, slot: -1 };
    settling.add(tracked);
    const forget = () => settling.delete(tracked);
    work.then(forget, forget);
    exchange.waitUntil?.(work);
  }

  function onEnd(work: (reason?: unknown) => void): void {
    if (ended) work();
    // A list to which is pushed would have room for many more.
    else endings = endings.concat(work);
  }

  /** The host may not wait for an answer that nobody reads, so the run is tracked. */
  function continueWithoutCaller(): void {
    onEnd(clock.after(drainTime, () => signal.abort(drainTimeoutError())));
    track(new Promise<void>((resolve) => onEnd(() => resolve())));
  }

  function leave(reason: unknown): void {
    if (gone) return;
    gone = true;
    if (ended) return;
    if (drainTime > 0) continueWithoutCaller();
    else signal.abort(reason);
  }

  const onAbort = () => leave(exchange.signal.reason);
  if (gone) signal.abort(exchange.signal.reason);
  else exchange.signal.addEventListener("abort", onAbort, { once: true });

  return {
    signal,
    callerIsGone: () => gone || exchange.signal.aborted,
    leave,
    track,
    onEnd,
    end(reason) {
      if (ended) return;
      ended = true;
      exchange.signal.removeEventListener("abort", onAbort);
      if (reason !== undefined) signal.abort(reason);
      for (const work of endings) work(reason);
      over(own);
    },
  };
}

/**
 * The error of a reply that continued without its caller and reached its limits. A later request
 * with the same idempotency key receives it.
 */
export function drainTimeoutError(): ServiceError {
  return new ServiceError({
    kind: "internal",
    message: "The caller left, and the reply was aborted because it continued for too long.",
    mayHaveRun: true,
  });
}
