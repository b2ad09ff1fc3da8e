// One JSON line for each request that is over, each attempt that has failed, and each background failure.

/** @typedef {import("@diglot/core").FailureFacts} FailureFacts */
/** @typedef {import("@diglot/core").RequestEnded} RequestEnded */
/** @typedef {import("@diglot/core").RequestFacts} RequestFacts */

/** Probes come every few seconds, and a line for each would hide the others. */
const probes = new Set(["/healthz", "/readyz"]);

/**
 * @param {import("pino").Logger} log
 * @returns {import("@diglot/core").Reporter}
 */
export function createLogReporter(log) {
  return (event) => {
    if (event.type === "request_ended") {
      log[levelOf(event)](toRequestLine(event), "request");
    } else if (event.type === "attempt_ended" && event.attempt.failure) {
      const { end, failure, number, upstream, upstreamModel } = event.attempt;
      const milliseconds = inTenths(event.attempt.milliseconds);
      const facts = { ...toFacts(event), model: event.attempt.model };
      const attempt = { attempt: number, upstream, upstreamModel, end, milliseconds };
      log.warn({ ...facts, ...attempt, ...toReason(failure) }, "attempt failed");
    } else if (event.type === "failure") {
      const { step, attemptId, upstream } = event;
      const facts = { ...toFacts(event), step, attemptId, upstream };
      log.error({ ...facts, ...toReason(event) }, "background failure");
    }
  };
}

/** @param {RequestEnded} event */
function levelOf({ outcome, endpoint }) {
  if (endpoint !== undefined && probes.has(endpoint)) return "debug";
  return outcome === "failed" ? "error" : "info";
}

/** @param {number} [milliseconds] */
function inTenths(milliseconds) {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 10) / 10;
}

/** @param {RequestEnded} event */
function toRequestLine(event) {
  const { attempts, failure, losses } = event;
  return {
    ...toFacts(event),
    outcome: event.outcome,
    status: event.status,
    milliseconds: inTenths(event.milliseconds),
    headMilliseconds: inTenths(event.headMilliseconds),
    firstContentMilliseconds: inTenths(event.firstContentMilliseconds),
    waitedMilliseconds: inTenths(event.waited.limits + event.waited.ledger),
    // May be another model than was asked for: a fallback.
    answeredBy: event.answeredBy,
    attempts: attempts.map(({ model, upstream, end }) => ({ model, upstream, end })),
    usage: event.usage,
    costNanoDollars: event.costNanoDollars,
    losses: losses.length,
    ...(failure && toReason(failure)),
  };
}

/**
 * What every line of a request has. `endUser` is left out: it may be somebody's name or address.
 *
 * @param {Partial<RequestFacts>} facts
 */
function toFacts({ requestId, format, operation, endpoint, keyId, accountId, ...facts }) {
  const { requestedModel, model, stream, trace } = facts;
  const [, trace_id, span_id, trace_flags] = trace?.traceparent.split("-") ?? [];
  return {
    ...{ trace_id, span_id, trace_flags },
    ...{ requestId, format, operation, endpoint, keyId, accountId, requestedModel, model, stream },
  };
}

/**
 * Why something has failed. A refusal of a caller needs no stack.
 *
 * @param {FailureFacts} failure
 */
function toReason({ fault, kind, upstreamStatus, error }) {
  const isRefusal = fault === "caller" && error instanceof Error;
  const reason = isRefusal ? { message: error.message } : { err: error };
  return { fault, kind, upstreamStatus, ...reason };
}
