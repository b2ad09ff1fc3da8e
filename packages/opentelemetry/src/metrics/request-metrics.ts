import type { RequestBegun, RequestEnded } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import { identityOf } from "../facts/identity.js";
import { operationOf } from "../facts/operation.js";
import { answeringAttempt, requestErrorType, requestNames } from "../facts/request.js";
import { toSeconds } from "../facts/time.js";
import type { Identity } from "../options.js";
import type { Instruments } from "./instruments.js";

/** What a running request is counted under; the same at its beginning and at its end. */
export function runningNames(event: RequestBegun, named: ReadonlySet<Identity>): Attributes {
  return { ...requestNames(event, event.model), ...identityOf(event, named) };
}

/** Measures a request that has ended. */
export function measureRequest(
  event: RequestEnded,
  instruments: Instruments,
  named: ReadonlySet<Identity>,
): void {
  const identity = identityOf(event, named);
  const how = {
    "diglot.outcome": event.outcome,
    "error.type": requestErrorType(event),
    "diglot.fault": event.failure?.fault,
  };
  const { format, operation, endpoint } = event;
  const what = {
    "diglot.format": format,
    "diglot.operation": operation,
    "diglot.endpoint": endpoint,
  };
  instruments.requests.add(1, { ...what, ...how, ...identity });
  for (const { code, direction } of event.losses) {
    const loss = { "diglot.loss.code": code, "diglot.loss.direction": direction };
    instruments.losses.add(1, { ...loss, "diglot.format": format });
  }
  // The convention speaks of models only.
  if (operationOf(event) === undefined) return;
  const asked = requestNames(event, event.model);
  const names = { ...asked, "gen_ai.response.model": event.answeredBy, ...identity };
  instruments.requestDuration.record(toSeconds(event.milliseconds), { ...names, ...how });
  if (event.outcome === "answered") measureStream(event, instruments, names);
}

/** Content that comes at once has no first token, and no time between two. */
function measureStream(event: RequestEnded, instruments: Instruments, names: Attributes): void {
  const { stream, milliseconds, firstContentMilliseconds: first } = event;
  if (!stream || first === undefined) return;
  instruments.timeToFirstToken.record(toSeconds(first), names);
  const following = (answeringAttempt(event)?.usage.output ?? 0) - 1;
  if (following > 0) {
    instruments.timePerOutputToken.record(toSeconds(milliseconds - first) / following, names);
  }
}
