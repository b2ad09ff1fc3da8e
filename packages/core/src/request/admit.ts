import type { Admission } from "../accounts/limits/limits.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Call } from "./call.js";

/**
 * Charges the rates of a request that has a place and is valid.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time; the
 * signal's reason
 */
export function admit({
  settings,
  place,
  run,
  model,
  input,
  request: { endUser },
}: Call): MaybePromise<Admission> {
  run.signal.throwIfAborted();
  const inputTokens = input.estimate;
  return askStore(settings, "limits", () => place.admit({ model: model.id, inputTokens, endUser }));
}
