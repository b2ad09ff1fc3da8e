/** A signal of its own for one call, and its end. */
export interface AbortLink {
  readonly signal: AbortSignal;
  /** Aborts what the call may still do. */
  leave(): void;
}

/**
 * A signal that aborts with the request's, and also when the reply is over before the model is: because
 * of a stop sequence, the token limit or an error. Stopping to read does not end all that a call does.
 */
export function linkAbort(signal: AbortSignal): AbortLink {
  const controller = new AbortController();
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    leave: () => controller.abort(),
  };
}
