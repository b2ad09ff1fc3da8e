/** A signal for what a framework runs, and its end. */
export interface RunSignal {
  readonly signal: AbortSignal;
  /** Aborts what the run may still do. */
  leave(): void;
}

/**
 * A signal that aborts with the request's, and also when the reply is over before the run is: because
 * of a stop sequence, the token limit or an error. Stopping to read does not end all that a run does.
 */
export function createRunSignal(signal: AbortSignal): RunSignal {
  const controller = new AbortController();
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    leave: () => controller.abort(),
  };
}
