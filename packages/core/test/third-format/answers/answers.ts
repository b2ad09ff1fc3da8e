import { type ErrorAnswer, type ErrorKind, type Model, ServiceError } from "../../../src/index.js";

const statuses: Partial<Readonly<Record<ErrorKind, number>>> = {
  unauthenticated: 401,
  no_permission: 403,
  unknown_model: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  too_large: 413,
  rate_limited: 429,
  concurrency_limited: 429,
  budget_exhausted: 429,
  overloaded: 503,
  store_unavailable: 503,
  upstream_unavailable: 502,
  upstream_bad_response: 502,
  upstream_timeout: 504,
  internal: 500,
};

/** An error as an answer. */
export function toErrorAnswer({ kind, message }: ServiceError): ErrorAnswer {
  return { status: statuses[kind] ?? 400, headers: [], body: { error: message } };
}

/** The error for a model that does not exist. */
export function unknownModel(name: string): ServiceError {
  return new ServiceError({ kind: "unknown_model", message: `model '${name}' not found` });
}

/** One model of the list. */
export function toModel({ id, created }: Model): object {
  return { name: id, model: id, modified_at: new Date(created * 1000).toISOString() };
}
