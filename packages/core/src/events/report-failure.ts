import type { Clock } from "../runtime/clock.js";
import type { Failure, ReporterEvent } from "./event.js";
import { toFailureFacts, toStoreFailure } from "./failure-facts.js";
import type { RequestEvents } from "./request-events.js";
import type { FailedAttempt } from "./request-facts.js";

/** A request that something has failed for, and where that is reported. */
export interface FailedRequest {
  readonly requestId: string;
  /** Absent if the service has no reporter: then only failures are reported, without these events. */
  readonly events: RequestEvents | undefined;
  readonly settings: FailureSettings;
}

interface FailureSettings {
  readonly report: (event: ReporterEvent) => void;
  readonly clock: Clock;
}

/** Reports why a request fails: at its end, with its events, or at once. */
export function reportFailure({ events, ...request }: FailedRequest, error: unknown): void {
  if (events) events.noteFailure(error);
  else reportAtOnce(request, { step: "attempt", ...toFailureFacts(error) });
}

/** Reports the failure of a model in whose place another is asked. */
export function reportFailedAttempt(
  { events, ...request }: FailedRequest,
  failed: FailedAttempt,
): void {
  if (events) events.reportModelFailure(failed);
  else reportAtOnce(request, { step: "attempt", ...failed, ...toFailureFacts(failed.error) });
}

/** Reports that a store has failed at something that no answer waits for. */
export function reportStoreFailure(
  { events, ...request }: FailedRequest,
  step: Failure["step"],
  error: unknown,
  attemptId?: string,
): void {
  if (events) events.reportStoreFailure(step, error, attemptId);
  else reportAtOnce(request, { step, attemptId, ...toStoreFailure(error) });
}

function reportAtOnce(
  { requestId, settings }: Omit<FailedRequest, "events">,
  failure: Omit<Failure, "type" | "at">,
): void {
  settings.report({ type: "failure", at: settings.clock.now(), requestId, ...failure });
}
