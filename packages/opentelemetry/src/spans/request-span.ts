import type { ReceiptEntry, RequestEnded, RequestFacts } from "@diglot/core";
import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  type Tracer,
} from "@opentelemetry/api";
import { finishReasonsOf } from "../facts/attempt.js";
import { identityOf } from "../facts/identity.js";
import { operationOf } from "../facts/operation.js";
import { answeringAttempt, requestErrorType, requestNames } from "../facts/request.js";
import { toSeconds, toTime } from "../facts/time.js";
import type { Identity } from "../options.js";
import { failureAttributes, markFailed } from "./failure.js";
import { tokenAttributes } from "./tokens.js";
import { addEvent, setAttributes, startSpan } from "./write-span.js";

/** Begins the span of a request. `at` is its beginning, in Unix milliseconds. */
export function startRequestSpan(
  tracer: Tracer,
  facts: RequestFacts,
  at: number,
  { parent, named }: { readonly parent: Context; readonly named: ReadonlySet<Identity> },
): Span {
  const { requestedModel } = facts;
  const attributes = {
    ...requestNames(facts, requestedModel),
    ...ownNames(facts),
    ...identityOf(facts, named),
  };
  return startSpan(
    tracer,
    nameOf(facts),
    { kind: SpanKind.SERVER, startTime: toTime(at), attributes },
    parent,
  );
}

/** Ends the span of a request with all that is known of it. */
export function endRequestSpan(span: Span, event: RequestEnded): void {
  if (span.isRecording()) {
    setAttributes(span, endAttributes(event));
    for (const loss of event.losses) {
      addEvent(span, "diglot.loss", lossAttributes(loss), toTime(event.at));
    }
    if (event.outcome === "failed") markFailed(span, event.failure);
  }
  span.end(toTime(event.at));
}

/** Names of spans are few: callers choose only among the models and the endpoints that exist. */
function nameOf(facts: RequestFacts): string {
  const operation = operationOf(facts);
  const what = operation ? facts.model : facts.endpoint;
  const name = operation ?? facts.operation;
  return what === undefined ? name : `${name} ${what}`;
}

function ownNames({ requestId, operation, endpoint, model, stream }: RequestFacts): Attributes {
  return {
    "diglot.request.id": requestId,
    "diglot.operation": operation,
    "diglot.endpoint": endpoint,
    "diglot.model": model,
    // The convention says it only of streams.
    "gen_ai.request.stream": stream || undefined,
  };
}

function endAttributes(event: RequestEnded): Attributes {
  const { failure, firstContentMilliseconds: first, stream, attempts, waited, usage } = event;
  const isStreamed = stream && first !== undefined;
  const answering = answeringAttempt(event);
  return {
    "http.response.status_code": event.status,
    "gen_ai.response.id": answering?.reply?.id,
    "gen_ai.response.model": event.answeredBy,
    "gen_ai.response.finish_reasons": finishReasonsOf(answering),
    "gen_ai.response.time_to_first_chunk": isStreamed ? toSeconds(first) : undefined,
    ...(attempts.length > 0 && tokenAttributes(usage)),
    "diglot.outcome": event.outcome,
    "diglot.attempts": attempts.length,
    "diglot.cost.nano_dollars": event.costNanoDollars,
    "diglot.losses": event.losses.length,
    "diglot.head.seconds": toSeconds(event.headMilliseconds),
    "diglot.waited.limits.seconds": toSeconds(waited.limits),
    "diglot.waited.ledger.seconds": toSeconds(waited.ledger),
    ...(failure && failureAttributes(failure)),
    "error.type": requestErrorType(event),
  };
}

function lossAttributes({ code, direction, at, from, to, reason }: ReceiptEntry): Attributes {
  return {
    "diglot.loss.code": code,
    "diglot.loss.direction": direction,
    "diglot.loss.at": at,
    "diglot.loss.from": from,
    "diglot.loss.to": to,
    "diglot.loss.reason": reason,
  };
}
