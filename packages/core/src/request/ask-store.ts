import { ServiceError } from "../errors/service-error.js";
import { storeUnavailable } from "../errors/store-unavailable.js";
import type { Settings } from "../options.js";
import { identity, isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { inTime } from "../runtime/within.js";

/**
 * What a port answers: the keys, the host, the limits or the idempotency keys. A refusal is a ServiceError.
 * Any other failure, and no answer in time, mean that the port cannot decide.
 * @throws ServiceError of the port, or `store_unavailable`
 */
export function askStore<T>(
  { clock, ledgerTimes }: Pick<Settings, "clock" | "ledgerTimes">,
  port: "keys" | "limits" | "idempotency keys" | "documents" | "authenticate function",
  ask: () => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const answer = inTime(clock, ledgerTimes.reserve, ask, port);
    return isPromise(answer) ? answer.then(identity, refuse) : answer;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw ServiceError.is(error) ? error : storeUnavailable(error);
}
