import { inputEstimateOf } from "../accounts/bookkeeper/input-limit.js";
import type { Admission } from "../accounts/limits/limits.js";
import { ServiceError } from "../errors/service-error.js";
import { storeUnavailable } from "../errors/store-unavailable.js";
import type { Call } from "./call.js";

/**
 * Asks the limits to admit the request, and releases its place when the run ends.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide; the signal's
 * reason
 */
export async function admit(call: Call): Promise<Admission> {
  call.run.signal.throwIfAborted();
  const admission = await ask(call);
  call.run.onEnd(() => release(call, admission));
  return admission;
}

/** A refusal is a ServiceError. Any other failure means that the limits cannot decide. */
async function ask({
  settings,
  run,
  key,
  requestId,
  model,
  bytes,
  request,
}: Call): Promise<Admission> {
  try {
    return await settings.limits.admit({
      key,
      requestId,
      model: model.id,
      inputTokens: inputEstimateOf(bytes, request.body),
      signal: run.signal,
    });
  } catch (error) {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  }
}

/** A failure of the limits here must not affect the answer, which has already been sent. */
function release({ settings, requestId }: Call, admission: Admission): void {
  try {
    admission.release();
  } catch (error) {
    settings.report({ type: "failure", requestId, step: "release", error });
  }
}
