import type { Clock } from "./clock.js";
import { ServiceError } from "./errors/service-error.js";
import type { Exchange } from "./http/exchange.js";

/** One request while it runs. */
export interface Run {
  /** Aborts when the caller goes away or the service closes; the reason is what the caller is told. */
  readonly signal: AbortSignal;
  /** Whether the caller has gone away; nobody reads what is written then. */
  callerIsGone(): boolean;
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
  /** @throws ServiceError `overloaded` once the service closes, also for a request that came before. */
  begin(exchange: Exchange): Run;
  /** Lets running requests end within a bound, cuts those that do not, and waits for settlements. */
  close(timeout: number): Promise<void>;
}

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

  return {
    get accepting() {
      return accepting;
    },
    begin(exchange) {
      if (!accepting) throw closing();
      const controller = new AbortController();
      running.add(controller);
      return createRun(exchange, controller, settling, () => leave(controller));
    },
    async close(timeout) {
      accepting = false;
      await idleWithin(timeout);
      for (const controller of [...running]) controller.abort(closing());
      await Promise.allSettled([...settling]);
    },
  };
}

function createRun(
  exchange: Exchange,
  controller: AbortController,
  settling: Set<Promise<unknown>>,
  leave: () => void,
): Run {
  const endings: (() => void)[] = [];
  let ended = false;
  const onCallerGone = () => controller.abort(exchange.signal.reason);
  if (exchange.signal.aborted) onCallerGone();
  else exchange.signal.addEventListener("abort", onCallerGone, { once: true });

  return {
    signal: controller.signal,
    callerIsGone: () => exchange.signal.aborted,
    track(work) {
      settling.add(work);
      void work.finally(() => settling.delete(work)).catch(() => undefined);
      exchange.waitUntil?.(work);
    },
    onEnd(work) {
      if (ended) work();
      else endings.push(work);
    },
    end(reason) {
      if (ended) return;
      ended = true;
      exchange.signal.removeEventListener("abort", onCallerGone);
      if (reason !== undefined) controller.abort(reason);
      for (const work of endings) work();
      leave();
    },
  };
}

/** What callers are told while the service goes down. */
export function closing(): ServiceError {
  return new ServiceError({
    kind: "overloaded",
    message: "The server is shutting down. Try again soon.",
    retryAfterSeconds: 1,
  });
}
