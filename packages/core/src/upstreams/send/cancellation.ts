/** The signal of one try: it aborts with the caller's, or when the try is given up. */
export interface Cancellation {
  readonly signal: AbortSignal;
  /** Aborts whatever still works for the try. */
  cancel(reason: unknown): void;
  /** Lets go of the caller's signal; the try is over. */
  release(): void;
}

/** A cancellation that follows a caller's signal until it is released. */
export function createCancellation(caller: AbortSignal): Cancellation {
  const controller = new AbortController();
  const onAbort = () => controller.abort(caller.reason);
  if (caller.aborted) onAbort();
  else caller.addEventListener("abort", onAbort, { once: true });

  function release(): void {
    caller.removeEventListener("abort", onAbort);
  }

  return {
    signal: controller.signal,
    release,
    cancel(reason) {
      release();
      controller.abort(reason);
    },
  };
}
