import { toCallerMessage } from "../../../errors/caller-message.js";
import type { ErrorKind, FieldProblem, ServiceError } from "../../../errors/service-error.js";
import { toRetryHeaders } from "../../../http/retry-headers.js";
import { fromPointer } from "../../../json/pointer.js";
import type { ErrorAnswer } from "../../format.js";
import type { ErrorBody } from "../schemas/errors.js";
import { toParam } from "../validate/problem.js";
import { toExceededMessage, toExceededType } from "./exceeded-message.js";

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  /** The code where the error itself has none. */
  readonly code: string | null;
}

const badRequest = "invalid_request_error";

const forms: Readonly<Record<ErrorKind, ErrorForm>> = {
  bad_request: { status: 400, type: badRequest, code: null },
  invalid_json: { status: 400, type: badRequest, code: null },
  unauthenticated: { status: 401, type: badRequest, code: "invalid_api_key" },
  no_permission: { status: 403, type: badRequest, code: "permission_denied" },
  unknown_model: { status: 404, type: badRequest, code: "model_not_found" },
  unknown_path: { status: 404, type: badRequest, code: null },
  method_not_allowed: { status: 405, type: badRequest, code: null },
  conflict: { status: 409, type: badRequest, code: "conflict" },
  idempotency_mismatch: {
    status: 400,
    type: badRequest,
    code: "idempotency_mismatch",
  },
  idempotency_lost: { status: 409, type: badRequest, code: "conflict" },
  too_large: { status: 413, type: badRequest, code: "request_too_large" },
  unsupported_media: { status: 415, type: badRequest, code: null },
  rate_limited: { status: 429, type: "rate_limit_error", code: "rate_limit_exceeded" },
  concurrency_limited: {
    status: 429,
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
  },
  budget_exhausted: {
    status: 429,
    type: "insufficient_quota",
    code: "insufficient_quota",
  },
  overloaded: {
    status: 503,
    type: "service_unavailable_error",
    code: "server_is_overloaded",
  },
  upstream_unavailable: { status: 502, type: "server_error", code: "upstream_unavailable" },
  upstream_bad_response: { status: 502, type: "server_error", code: "upstream_bad_response" },
  upstream_timeout: { status: 504, type: "server_error", code: "upstream_timeout" },
  store_unavailable: { status: 503, type: "server_error", code: "store_unavailable" },
  internal: { status: 500, type: "server_error", code: "internal" },
};

/** The body of an error, in an answer of its own or in a frame of a stream. */
export function toErrorBody(error: ServiceError): ErrorBody {
  if (error.problems) return toProblemsBody(error.problems);
  const { type, code } = forms[error.kind];
  return {
    error: {
      message: toMessage(error),
      type: error.exceeded ? toExceededType(error.exceeded) : type,
      param: error.param ?? null,
      code: error.code === undefined ? code : error.code,
    },
  };
}

function toMessage(error: ServiceError): string {
  const { kind, message, exceeded, retryAfterSeconds } = error;
  if (exceeded) return toExceededMessage(exceeded, retryAfterSeconds);
  return kind === "invalid_json" ? toJsonMessage(message) : toCallerMessage(error);
}

/** All problems in one message; `param` and `code` are those of the first. */
function toProblemsBody(problems: readonly FieldProblem[]): ErrorBody {
  const paths = problems.map(({ at }) => fromPointer(at));
  const first = paths[0] ?? [];
  return {
    error: {
      message: problems
        .map(({ message }, index) => `'${toParam(paths[index] ?? [])}': ${message}`)
        .join(" "),
      type: badRequest,
      param: first.length === 0 ? null : toParam(first),
      code: first.length === 1 ? "unsupported_parameter" : "unsupported_value",
    },
  };
}

/** The real service has one sentence for every body that is not JSON; ours adds where the error is. */
function toJsonMessage(reason: string): string {
  return `We could not parse the JSON body of your request. (HINT: ${reason})`;
}

/** An error before the head: its status, its body, and whether and when to retry. */
export function toErrorAnswer(error: ServiceError): ErrorAnswer {
  const { status } = forms[error.kind];
  return {
    status,
    headers: [
      ...(error.allow ? ([["allow", error.allow.join(", ")]] as const) : []),
      ...toRetryHeaders(error),
    ],
    body: toErrorBody(error),
  };
}
