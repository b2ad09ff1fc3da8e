import { fromPointer } from "../../../conversation/pointer.js";
import { neverFits } from "../../../errors/exceeded-rate.js";
import type { ErrorKind, FieldProblem, ServiceError } from "../../../errors/service-error.js";
import type { ErrorAnswer } from "../../format.js";
import { toParam } from "../validate/problem.js";
import type { ErrorBody } from "../wire/types.js";
import { toExceededMessage, toExceededType } from "./exceeded-message.js";

interface ErrorForm {
  readonly status: number;
  readonly type: string;
  /** The code where the error itself has none. */
  readonly code: string | null;
  /** `never`: the same request fails again. Seconds: what is said where the error does not. */
  readonly retry?: "never" | number;
}

const badRequest = "invalid_request_error";

const forms: Readonly<Record<ErrorKind, ErrorForm>> = {
  bad_request: { status: 400, type: badRequest, code: null, retry: "never" },
  invalid_json: { status: 400, type: badRequest, code: null, retry: "never" },
  unauthenticated: { status: 401, type: badRequest, code: "invalid_api_key", retry: "never" },
  no_permission: { status: 403, type: badRequest, code: "permission_denied", retry: "never" },
  unknown_model: { status: 404, type: badRequest, code: "model_not_found", retry: "never" },
  unknown_path: { status: 404, type: badRequest, code: null, retry: "never" },
  method_not_allowed: { status: 405, type: badRequest, code: null, retry: "never" },
  conflict: { status: 409, type: badRequest, code: "conflict", retry: 1 },
  idempotency_mismatch: {
    status: 400,
    type: badRequest,
    code: "idempotency_mismatch",
    retry: "never",
  },
  idempotency_lost: { status: 409, type: badRequest, code: "conflict", retry: "never" },
  too_large: { status: 413, type: badRequest, code: "request_too_large", retry: "never" },
  unsupported_media: { status: 415, type: badRequest, code: null, retry: "never" },
  rate_limited: { status: 429, type: "rate_limit_error", code: "rate_limit_exceeded", retry: 1 },
  concurrency_limited: {
    status: 429,
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    retry: 1,
  },
  budget_exhausted: {
    status: 429,
    type: "insufficient_quota",
    code: "insufficient_quota",
    retry: "never",
  },
  overloaded: {
    status: 503,
    type: "service_unavailable_error",
    code: "server_is_overloaded",
    retry: 1,
  },
  upstream_unavailable: { status: 502, type: "server_error", code: "upstream_unavailable" },
  upstream_bad_response: { status: 502, type: "server_error", code: "upstream_bad_response" },
  upstream_timeout: { status: 504, type: "server_error", code: "upstream_timeout" },
  store_unavailable: { status: 503, type: "server_error", code: "store_unavailable", retry: 1 },
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

function toMessage({ kind, message, exceeded, retryAfterSeconds }: ServiceError): string {
  if (exceeded) return toExceededMessage(exceeded, retryAfterSeconds);
  return kind === "invalid_json" ? toJsonMessage(message) : message;
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

/** The real service has one sentence for every body that is not JSON; ours adds where it goes wrong. */
function toJsonMessage(reason: string): string {
  return `We could not parse the JSON body of your request. (HINT: ${reason})`;
}

/** An error before the head: its status, its body, and whether and when a retry makes sense. */
export function toErrorAnswer(error: ServiceError): ErrorAnswer {
  const { status, retry } = forms[error.kind];
  return {
    status,
    headers: [
      ...(error.allow ? ([["allow", error.allow.join(", ")]] as const) : []),
      ...toRetryHeaders(neverFits(error.exceeded) ? "never" : retry, error.retryAfterSeconds),
    ],
    body: toErrorBody(error),
  };
}

/** Official clients obey `x-should-retry` and prefer `retry-after-ms` to whole seconds. */
function toRetryHeaders(
  retry: ErrorForm["retry"],
  seconds: number | undefined,
): readonly (readonly [string, string])[] {
  if (retry === "never") return [["x-should-retry", "false"]];
  const wait = seconds ?? retry;
  if (wait === undefined || !(wait >= 0)) return [];
  return [
    ["retry-after", String(Math.ceil(wait))],
    ["retry-after-ms", String(Math.ceil(wait * 1000))],
  ];
}
