/** The signal that a framework runs with, and how to abort it. */
export interface RunSignal {
  readonly signal: AbortSignal;
  /** Aborts what the run may still do. */
  abort(): void;
}

/**
 * A signal that aborts with the request's, and also when the reply is over before the run is: because
 * of a stop sequence, the token limit or an error. Stopping to read does not end all that a run does.
 */
export function createRunSignal(signal: AbortSignal): RunSignal {
  const controller = new AbortController();
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    abort: () => controller.abort(),
  };
}
