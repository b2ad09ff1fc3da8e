import { toCallerMessage } from "../../../errors/caller-message.js";
import type { ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { toRetryHeaders } from "../../../http/retry-headers.js";
import { fromPointer } from "../../../json/pointer.js";
import { encodeJsonEvent } from "../../../sse/encode.js";
import type { ErrorAnswer } from "../../format.js";
import type { ErrorBody } from "../schemas/errors.js";
import { toExceededMessage } from "./exceeded-message.js";

interface ErrorRow {
  readonly status: number;
  readonly type: string;
}

/**
 * Status and type of each neutral kind. Clients retry 408, 409, 429 and 5xx unless a header forbids
 * it.
 */
const errorTable: Readonly<Record<ErrorKind, ErrorRow>> = {
  bad_request: { status: 400, type: "invalid_request_error" },
  invalid_json: { status: 400, type: "invalid_request_error" },
  unauthenticated: { status: 401, type: "authentication_error" },
  no_permission: { status: 403, type: "permission_error" },
  unknown_model: { status: 404, type: "not_found_error" },
  unknown_path: { status: 404, type: "not_found_error" },
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  conflict: { status: 409, type: "conflict_error" },
  idempotency_mismatch: { status: 400, type: "invalid_request_error" },
  idempotency_lost: { status: 409, type: "conflict_error" },
  too_large: { status: 413, type: "request_too_large" },
  unsupported_media: { status: 415, type: "invalid_request_error" },
  rate_limited: { status: 429, type: "rate_limit_error" },
  concurrency_limited: { status: 429, type: "rate_limit_error" },
  budget_exhausted: { status: 402, type: "billing_error" },
  overloaded: { status: 529, type: "overloaded_error" },
  upstream_unavailable: { status: 502, type: "api_error" },
  upstream_bad_response: { status: 502, type: "api_error" },
  upstream_timeout: { status: 504, type: "timeout_error" },
  store_unavailable: { status: 503, type: "api_error" },
  internal: { status: 500, type: "api_error" },
};

/** An error before the head: status, retry headers, and the envelope. */
export function toErrorAnswer(error: ServiceError, requestId: string): ErrorAnswer {
  const row = errorTable[error.kind];
  return {
    status: row.status,
    headers: [...toRetryHeaders(error), ...toAllowHeader(error)],
    body: toErrorBody(error, requestId),
  };
}

/** An error after the head, as the last frame of a stream. */
export function encodeError(error: ServiceError, requestId: string): string {
  return encodeJsonEvent(toErrorBody(error, requestId), "error");
}

/** The error's type on the wire. */
export function toErrorType({ kind }: ServiceError): string {
  return errorTable[kind].type;
}

function toErrorBody(error: ServiceError, requestId: string): ErrorBody {
  return {
    type: "error",
    error: {
      type: toErrorType(error),
      message: toMessage(error),
      ...(error.details && { details: error.details }),
    },
    request_id: requestId,
  };
}

/**
 * All problems of a request, each after its place. For an exceeded rate, which rate it is and
 * whose.
 */
function toMessage(error: ServiceError): string {
  const { problems, exceeded } = error;
  if (exceeded) return toExceededMessage(exceeded);
  if (!problems) return toCallerMessage(error);
  return problems.map(({ at, message: text }) => `${fromPointer(at).join(".")}: ${text}`).join(" ");
}

function toAllowHeader(error: ServiceError): ErrorAnswer["headers"] {
  return error.allow ? [["allow", error.allow.join(", ")]] : [];
}
