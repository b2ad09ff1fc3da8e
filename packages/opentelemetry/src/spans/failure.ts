import { type FailureFacts, ServiceError } from "@diglot/core";
import type { Attributes, Span } from "@opentelemetry/api";
import { setError } from "./write-span.js";

/**
 * Marks a span as failed, unless the caller is at fault.
 * @param upstream where it has failed, if an upstream was asked
 */
export function markFailed(
  span: Span,
  failure: FailureFacts | undefined,
  upstream?: string | undefined,
): void {
  if (failure?.fault === "caller") return;
  setError(span, failure && describe(failure, upstream !== undefined));
}

/** What a span or one of its events says of a failure. */
export function failureAttributes({ kind, fault, upstreamStatus }: FailureFacts): Attributes {
  return {
    "error.type": kind,
    "diglot.fault": fault,
    "diglot.upstream.status": upstreamStatus,
  };
}

/**
 * What has happened, in words that hold no prompt and no output: those of a `ServiceError`, and of the
 * cause that the service itself gives for the failure of an upstream. Whatever else models and ports
 * throw may quote anything, so it stays in the logs.
 */
function describe({ fault, error }: FailureFacts, isUpstream: boolean): string | undefined {
  if (fault === "defect" || !ServiceError.is(error)) return undefined;
  const { message, cause } = error;
  return isUpstream && cause instanceof Error ? `${message} ${cause.message}` : message;
}
