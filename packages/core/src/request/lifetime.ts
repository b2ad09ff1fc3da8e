import { closing } from "../errors/closing.js";
import { ServiceError } from "../errors/service-error.js";
import type { Exchange } from "../http/exchange.js";
import type { Clock } from "../runtime/clock.js";
import { within } from "../runtime/within.js";

/** One request while it runs. */
export interface Run {
  /** Aborts when the caller has gone and its time is over, or the service closes; the reason is what the caller is told. */
  readonly signal: AbortSignal;
  /** Whether the caller has gone away; nobody reads what is written then. */
  callerIsGone(): boolean;
  /** Tells that the caller has gone, for whom its signal may not say so. Repeated calls change nothing. */
  leave(reason: unknown): void;
  /** Keeps the host, and `close()`, waiting for work that outlives the answer. */
  readonly track: (work: Promise<unknown>) => void;
  /** Adds something to do at the end of the run, however it ends. */
  onEnd(work: () => void): void;
  /** Ends the run; a reason aborts whatever still works for it. Repeated calls change nothing. */
  end(reason?: unknown): void;
}

/** All that a service has running. */
export interface Lifetime {
  /** Whether new requests are let in. */
  readonly accepting: boolean;
  /**
   * Begins a run. It is aborted when its caller goes away, or goes on for `patience` milliseconds
   * more; one whose caller has gone before is aborted from the beginning.
   * @throws ServiceError `overloaded` once the service closes, also for a request that came before.
   */
  begin(exchange: Exchange, patience?: number): Run;
  /**
   * Lets running requests end within `timeout` milliseconds, cuts those that do not, and waits until
   * the books are closed and all tracked work has ended, for two seconds at least; work that hangs is
   * left then.
   * @param closeBooks is told what is left of the time
   */
  close(timeout: number, closeLedger: (milliseconds: number) => Promise<void>): Promise<void>;
}

/** Milliseconds that tracked work has at least, once the books are closed. */
const restTime = 2_000;

/** The lifetime of one service. */
export function createLifetime(clock: Clock): Lifetime {
  const running = new Set<AbortController>();
  const settling = new Set<Promise<unknown>>();
  let accepting = true;
  let onIdle: (() => void) | undefined;

  function leave(run: AbortController): void {
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
    // Work that ends may bring about more.
    while (settling.size > 0) await Promise.allSettled([...settling]);
  }

  return {
    get accepting() {
      return accepting;
    },
    begin(exchange, patience = 0) {
      if (!accepting) throw closing();
      const controller = new AbortController();
      running.add(controller);
      const over = () => leave(controller);
      return createRun({ exchange, controller, settling, clock, patience, over });
    },
    async close(timeout, closeLedger) {
      accepting = false;
      const deadline = clock.monotonic() + timeout;
      await idleWithin(timeout);
      for (const controller of [...running]) controller.abort(closing());
      await closeLedger(deadline - clock.monotonic());
      const left = Math.max(deadline - clock.monotonic(), restTime);
      await within(clock, left, untilSettled());
    },
  };
}

/** What a run is made of. */
interface RunParts {
  readonly exchange: Exchange;
  readonly controller: AbortController;
  readonly settling: Set<Promise<unknown>>;
  readonly clock: Clock;
  /** Milliseconds for which a run goes on without its caller. */
  readonly patience: number;
  over(): void;
}

function createRun({ exchange, controller, settling, clock, patience, over }: RunParts): Run {
  const endings: (() => void)[] = [];
  let ended = false;
  let gone = exchange.signal.aborted;

  function track(work: Promise<unknown>): void {
    settling.add(work);
    const forget = () => settling.delete(work);
    work.then(forget, forget);
    exchange.waitUntil?.(work);
  }

  function onEnd(work: () => void): void {
    if (ended) work();
    else endings.push(work);
  }

  /** The host may not wait for an answer that nobody reads, so it is told to. */
  function goOn(): void {
    onEnd(clock.after(patience, () => controller.abort(drainTimeoutError())));
    track(new Promise<void>(onEnd));
  }

  function leave(reason: unknown): void {
    if (gone) return;
    gone = true;
    if (ended) return;
    if (patience > 0) goOn();
    else controller.abort(reason);
  }

  const onAbort = () => leave(exchange.signal.reason);
  if (gone) controller.abort(exchange.signal.reason);
  else exchange.signal.addEventListener("abort", onAbort, { once: true });

  return {
    signal: controller.signal,
    callerIsGone: () => gone || exchange.signal.aborted,
    leave,
    track,
    onEnd,
    end(reason) {
      if (ended) return;
      ended = true;
      exchange.signal.removeEventListener("abort", onAbort);
      if (reason !== undefined) controller.abort(reason);
      for (const work of endings) work();
      over();
    },
  };
}

/**
 * The end of a reply that went on without its caller and came to its bounds. Whoever asks for it
 * again by its idempotency key is told so.
 */
export function drainTimeoutError(): ServiceError {
  return new ServiceError({
    kind: "internal",
    message: "The caller left, and the reply was cut because it went on for too long without it.",
    mayHaveRun: true,
  });
}
