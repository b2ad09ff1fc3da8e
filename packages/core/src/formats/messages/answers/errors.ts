import { fromPointer } from "../../../conversation/pointer.js";
import { neverFits } from "../../../errors/exceeded-rate.js";
import type { ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { encodeJsonEvent } from "../../../sse/encode.js";
import type { ErrorAnswer } from "../../format.js";
import type { ErrorBody } from "../wire/types.js";
import { toExceededMessage } from "./exceeded-message.js";

interface ErrorRow {
  readonly status: number;
  readonly type: string;
  /** `never`: the same request fails again; a number: seconds to wait if the error says nothing. */
  readonly retry?: "never" | number | undefined;
}

/** Status and type of each neutral kind. Clients repeat 408, 409, 429 and 5xx unless told not to. */
const errorTable: Readonly<Record<ErrorKind, ErrorRow>> = {
  bad_request: { status: 400, type: "invalid_request_error", retry: "never" },
  invalid_json: { status: 400, type: "invalid_request_error", retry: "never" },
  unauthenticated: { status: 401, type: "authentication_error", retry: "never" },
  no_permission: { status: 403, type: "permission_error", retry: "never" },
  unknown_model: { status: 404, type: "not_found_error", retry: "never" },
  unknown_path: { status: 404, type: "not_found_error", retry: "never" },
  method_not_allowed: { status: 405, type: "invalid_request_error", retry: "never" },
  conflict: { status: 409, type: "conflict_error", retry: 1 },
  idempotency_mismatch: { status: 400, type: "invalid_request_error", retry: "never" },
  idempotency_lost: { status: 409, type: "conflict_error", retry: "never" },
  too_large: { status: 413, type: "request_too_large", retry: "never" },
  unsupported_media: { status: 415, type: "invalid_request_error", retry: "never" },
  rate_limited: { status: 429, type: "rate_limit_error", retry: 1 },
  concurrency_limited: { status: 429, type: "rate_limit_error", retry: 1 },
  budget_exhausted: { status: 402, type: "billing_error", retry: "never" },
  overloaded: { status: 529, type: "overloaded_error", retry: 1 },
  upstream_unavailable: { status: 502, type: "api_error" },
  upstream_bad_response: { status: 502, type: "api_error" },
  upstream_timeout: { status: 504, type: "timeout_error" },
  store_unavailable: { status: 503, type: "api_error", retry: 1 },
  internal: { status: 500, type: "api_error" },
};

/** An error before the head: status, hints for retrying, and the envelope. */
export function toErrorAnswer(error: ServiceError, requestId: string): ErrorAnswer {
  const row = errorTable[error.kind];
  return {
    status: row.status,
    headers: [...toRetryHeaders(row, error), ...toAllowHeader(error)],
    body: toErrorBody(error, requestId),
  };
}

/** An error after the head, as the last frame of a stream. */
export function encodeError(error: ServiceError, requestId: string): string {
  return encodeJsonEvent(toErrorBody(error, requestId), "error");
}

/** The type that the wire gives an error. */
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

/** All problems of a request, each behind its place; of a rate, what it is and who is over it. */
function toMessage({ message, problems, exceeded }: ServiceError): string {
  if (exceeded) return toExceededMessage(exceeded);
  if (!problems) return message;
  return problems.map(({ at, message: text }) => `${fromPointer(at).join(".")}: ${text}`).join(" ");
}

/** Whole seconds for everyone, and the milliseconds that the official clients read first. */
function toRetryHeaders(row: ErrorRow, error: ServiceError): ErrorAnswer["headers"] {
  if (row.retry === "never" || neverFits(error.exceeded)) return [["x-should-retry", "false"]];
  const seconds = error.retryAfterSeconds ?? row.retry;
  // Zero, negative and unreadable values make the clients fall back to their own pause.
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return [];
  return [
    ["retry-after", String(Math.ceil(seconds))],
    ["retry-after-ms", String(Math.ceil(seconds * 1000))],
  ];
}

function toAllowHeader(error: ServiceError): ErrorAnswer["headers"] {
  return error.allow ? [["allow", error.allow.join(", ")]] : [];
}
