import { faultOf } from "../errors/fault.js";
import { ServiceError } from "../errors/service-error.js";
import type { FailureFacts } from "./request-facts.js";

/** What is reported of an error. */
export function toFailureFacts(error: unknown, upstreamStatus?: number): FailureFacts {
  const { kind, upstreamStatus: reported } = ServiceError.from(error);
  return { fault: faultOf(error), kind, upstreamStatus: upstreamStatus ?? reported, error };
}

/** What is reported of a failure of a store, whatever it has thrown. */
export function toStoreFailure(error: unknown): FailureFacts {
  return { fault: "store", kind: "store_unavailable", error };
}
