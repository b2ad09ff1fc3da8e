import { type FailureFacts, ServiceError } from "@diglot/core";
import { type Attributes, type Span, SpanStatusCode } from "@opentelemetry/api";
import { present } from "../facts/present.js";

/** Marks a span as failed, unless the caller is at fault. */
export function markFailed(span: Span, failure: FailureFacts | undefined): void {
  if (failure?.fault === "caller") return;
  const message = failure && describe(failure);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
}

/** What a span or one of its events says of a failure. */
export function failureAttributes({ kind, fault, upstreamStatus }: FailureFacts): Attributes {
  return present({
    "error.type": kind,
    "diglot.fault": fault,
    "diglot.upstream.status": upstreamStatus,
  });
}

/**
 * What has happened, in words that hold no prompt and no output: those of a `ServiceError`. Whatever
 * else models and ports throw may quote anything, so it stays in the logs.
 */
function describe({ fault, error }: FailureFacts): string | undefined {
  return fault !== "defect" && ServiceError.is(error) ? error.message : undefined;
}
