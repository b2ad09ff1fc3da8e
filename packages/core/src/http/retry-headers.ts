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
  if (retry === "never" || neverFits(exceeded)) return [["x-should-retry", "false"]];
  const seconds = retryAfterSeconds ?? retry;
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return [];
  return [
    ["retry-after", String(Math.ceil(seconds))],
    ["retry-after-ms", String(Math.ceil(seconds * 1000))],
  ];
}
