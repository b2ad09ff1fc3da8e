import { type ErrorKind, ServiceError } from "./service-error.js";

/**
 * Whose fault a failure is. `caller`: the request cannot be answered as it is, or asks for more than
 * its caller may have. `upstream`: a model does not answer as it should. `configuration`: an upstream
 * refuses the operator's key, account, address or model name. `store`: a store behind a port fails.
 * `service`: it is full or closing. `defect`: a bug in the service, or in a model or a port of the operator.
 */
export type Fault = "caller" | "upstream" | "configuration" | "store" | "service" | "defect";

const faults: Readonly<Record<ErrorKind, Fault>> = {
  bad_request: "caller",
  invalid_json: "caller",
  unauthenticated: "caller",
  no_permission: "caller",
  unknown_model: "caller",
  unknown_path: "caller",
  method_not_allowed: "caller",
  conflict: "caller",
  idempotency_mismatch: "caller",
  idempotency_lost: "store",
  too_large: "caller",
  unsupported_media: "caller",
  rate_limited: "caller",
  concurrency_limited: "caller",
  budget_exhausted: "caller",
  overloaded: "service",
  upstream_unavailable: "upstream",
  upstream_bad_response: "upstream",
  upstream_timeout: "upstream",
  store_unavailable: "store",
  internal: "defect",
};

/** Every kind of error. */
export const errorKinds = Object.keys(faults) as readonly ErrorKind[];

/** Statuses by which an upstream refuses what its operator has set. */
const configured: ReadonlySet<number> = new Set([401, 402, 403, 404]);
/** Kinds by which an upstream blames the request; it limits the rate of the service, not of one caller. */
const blaming: ReadonlySet<ErrorKind> = new Set(["bad_request", "too_large"]);

/** Whose fault a failure is, as far as the error shows it. */
export function faultOf(error: unknown): Fault {
  const { kind, upstreamStatus } = ServiceError.from(error);
  if (upstreamStatus === undefined || blaming.has(kind)) return faults[kind];
  return configured.has(upstreamStatus) ? "configuration" : "upstream";
}
