import { neverFits } from "../errors/exceeded-rate.js";
import type { ErrorKind, ServiceError } from "../errors/service-error.js";
import type { HeaderList } from "./answers.js";

/**
 * What a caller should do after an error of each kind. `never`: the same request would fail again.
 * A number: retry after that many seconds, unless the error itself specifies a time. `undefined`: a
 * retry is allowed, but it is not known when it may succeed.
 */
const retries: Readonly<Record<ErrorKind, "never" | number | undefined>> = {
  bad_request: "never",
  invalid_json: "never",
  unauthenticated: "never",
  no_permission: "never",
  unknown_model: "never",
  unknown_path: "never",
  method_not_allowed: "never",
  conflict: 1,
  idempotency_mismatch: "never",
  idempotency_lost: "never",
  too_large: "never",
  unsupported_media: "never",
  rate_limited: 1,
  concurrency_limited: 1,
  budget_exhausted: "never",
  overloaded: 1,
  upstream_unavailable: undefined,
  upstream_bad_response: undefined,
  upstream_timeout: undefined,
  store_unavailable: 1,
  internal: undefined,
};

/**
 * The headers that say whether and when to retry a failed request. They are the same in every
 * format: the official clients of both formats obey `x-should-retry`, and prefer `retry-after-ms`
 * to whole seconds. A time that is not positive and finite is not sent: clients then use their own
 * delays.
 */
export function toRetryHeaders({ kind, exceeded, retryAfterSeconds }: ServiceError): HeaderList {
  const retry = retries[kind];
  if (retry === "never" || neverFits(exceeded)) {
    return [["x-should-retry", "false"], ...toRenewal(kind, retryAfterSeconds)];
  }
  const seconds = retryAfterSeconds ?? retry;
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return [];
  return [
    ["retry-after", String(Math.ceil(seconds))],
    ["retry-after-ms", String(Math.ceil(seconds * 1000))],
  ];
}

/** No client should wait longer than this: an hour, in seconds. */
const longestWait = 3_600;

/**
 * When a budget renews, if that is soon, for callers that plan their work: a client that retries by
 * itself must not wait for it.
 */
function toRenewal(kind: ErrorKind, seconds: number | undefined): HeaderList {
  if (kind !== "budget_exhausted" || seconds === undefined) return [];
  return seconds > 0 && seconds <= longestWait ? [["retry-after", String(Math.ceil(seconds))]] : [];
}
