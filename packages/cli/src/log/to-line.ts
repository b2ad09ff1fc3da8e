import type { FailureFacts, ReporterEvent, RequestEnded, RequestFacts } from "@diglot/core";

/** What is written of an event. */
export interface Line {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Probes and scrapes come every few seconds, and a line for each would hide the others. */
const quietEndpoints: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * One line for each request that is over, each attempt that has failed, each background failure, and each
 * upstream that has changed; nothing for other events. No line has a key, a prompt, an output or an end user.
 */
export function toLine(event: ReporterEvent): Line | undefined {
  switch (event.type) {
    case "request_ended":
      return { level: toLevel(event), message: "request", facts: toRequestFacts(event) };
    case "attempt_ended":
      return event.attempt.failure && toFailedAttempt(event, event.attempt.failure);
    case "failure": {
      const { step, attemptId, upstream } = event;
      const facts = { ...toFacts(event), step, attemptId, upstream, ...toReason(event) };
      return { level: "error", message: "background failure", facts };
    }
    case "upstream_checked": {
      const { name, upstream, state, unlistedModels, problem } = event;
      const facts = { name, upstream, state, unlistedModels, message: problem };
      const level = problem === undefined ? "debug" : "warn";
      return { level, message: "upstream checked", facts };
    }
    default:
      return undefined;
  }
}

function toLevel({ outcome, endpoint }: RequestEnded): Line["level"] {
  if (endpoint !== undefined && quietEndpoints.has(endpoint)) return "debug";
  return outcome === "failed" ? "error" : "info";
}

type AttemptEndedEvent = Extract<ReporterEvent, { readonly type: "attempt_ended" }>;

function toFailedAttempt(event: AttemptEndedEvent, failure: FailureFacts): Line {
  const { end, number, upstream, upstreamModel, upstreamKey, model } = event.attempt;
  const { milliseconds, keyRestMilliseconds } = event.attempt;
  const attempt = { attempt: number, upstream, upstreamModel, upstreamKey, end };
  return {
    level: "warn",
    message: "attempt failed",
    facts: {
      ...{ ...toFacts(event), model, ...attempt, milliseconds: inTenths(milliseconds) },
      keyRestMilliseconds: inTenths(keyRestMilliseconds),
      ...toReason(failure),
    },
  };
}

function inTenths(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 10) / 10;
}

function toRequestFacts(event: RequestEnded): Line["facts"] {
  const { attempts, failure, losses, waited } = event;
  return {
    ...toFacts(event),
    outcome: event.outcome,
    status: event.status,
    milliseconds: inTenths(event.milliseconds),
    headMilliseconds: inTenths(event.headMilliseconds),
    firstContentMilliseconds: inTenths(event.firstContentMilliseconds),
    waitedMilliseconds: inTenths(waited.limits + waited.ledger),
    answeredBy: event.answeredBy,
    attempts: attempts.map(({ model, upstream, end }) => ({ model, upstream, end })),
    usage: event.usage,
    costNanoDollars: event.costNanoDollars,
    losses: losses.length,
    ...(failure && toReason(failure)),
  };
}

/** What every line of a request has. The end user is left out: it may be somebody's name. */
function toFacts({ requestId, format, operation, endpoint, ...facts }: Partial<RequestFacts>) {
  const { keyId, accountId, requestedModel, model, stream, trace } = facts;
  const [, trace_id, span_id, trace_flags] = trace?.traceparent.split("-") ?? [];
  return {
    ...{ trace_id, span_id, trace_flags },
    ...{ requestId, format, operation, endpoint, keyId, accountId, requestedModel, model, stream },
  };
}

/** Why something has failed. A refusal of a caller needs no stack. */
function toReason({ fault, kind, upstreamStatus, error }: FailureFacts) {
  const isRefusal = fault === "caller" && error instanceof Error;
  const reason = isRefusal ? { message: error.message } : { err: error };
  return { fault, kind, upstreamStatus, ...reason };
}
