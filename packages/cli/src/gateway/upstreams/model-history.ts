import type { AttemptEnded, ErrorKind } from "@diglot/core";

/** What requests have met at a model. Times are Unix milliseconds. */
export interface ModelHistory {
  readonly lastSuccessAt?: number | undefined;
  readonly lastError?: LastError | undefined;
}

/** The last failure that was not its caller's. */
export interface LastError {
  readonly at: number;
  readonly kind: ErrorKind;
  /** The status of the upstream's answer, if there was one. */
  readonly status?: number | undefined;
}

/** What an attempt adds to the history of its model; `undefined` if it says nothing of it. */
export function readAttempt({ at, attempt }: AttemptEnded): ModelHistory | undefined {
  if (attempt.end === "completed") return { lastSuccessAt: at };
  const { failure } = attempt;
  if (failure?.fault !== "upstream" && failure?.fault !== "configuration") return undefined;
  return { lastError: { at, kind: failure.kind, status: failure.upstreamStatus } };
}
