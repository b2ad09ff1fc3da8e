import type { Admission } from "../accounts/limits/limits.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Call } from "./call.js";
import { observeWait } from "./observe.js";

/**
 * Charges the rates of a request that has a place and is valid.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time; the
 * signal's reason
 */
export function admit(call: Call): MaybePromise<Admission> {
  const { settings, place, run, model, input, request } = call;
  run.signal.throwIfAborted();
  const asked = { model: model.id, inputTokens: input.estimate, endUser: request.endUser };
  return observeWait(
    call,
    askStore(settings, "limits", () => place.admit(asked)),
  );
}
