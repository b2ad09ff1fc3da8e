import { AbortLink, type AbortSource } from "./abort-link.js";

/** The signal of one attempt: it aborts with the caller's, or when the attempt is given up. */
export interface Cancellation {
  readonly signal: AbortSource;
  /** Aborts all work that still runs for the attempt. */
  cancel(reason: unknown): void;
  /** Stops following the caller's signal; the attempt is over. */
  release(): void;
}

/** A cancellation that follows a caller's signal until it is released. */
export function createCancellation(caller: AbortSource): Cancellation {
  const link = new AbortLink();
  const onAbort = () => link.abort(caller.reason);
  if (caller.aborted) onAbort();
  else caller.addEventListener("abort", onAbort, { once: true });

  function release(): void {
    caller.removeEventListener("abort", onAbort);
  }

  return {
    signal: link,
    release,
    cancel(reason) {
      release();
      link.abort(reason);
    },
  };
}
