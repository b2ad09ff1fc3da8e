import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Entrance } from "../accounts/limits/limits.js";
import { isPromise, type MaybePromise, proceed } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Place, Routed } from "./call.js";
import { observeWait } from "./observe.js";

/**
 * Takes a place for a request, before its body is read. A place that comes too late is given back.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time
 */
export function takePlace(routed: Routed, key: KeyRecord): MaybePromise<Place> {
  const { settings, exchange, requestId } = routed;
  let entering: MaybePromise<Entrance> | undefined;
  const enter = () => {
    entering = settings.limits.enter({ key, requestId, signal: exchange.signal });
    return entering;
  };
  return proceed(
    () => observeWait(routed, askStore(settings, "limits", enter)),
    (entrance): Place => ({
      admit: (request) => entrance.admit(request),
      leave: () => release(routed, entrance),
    }),
    (error) => {
      if (isPromise(entering)) releaseLate(routed, entering);
      throw error;
    },
  );
}

function releaseLate(routed: Routed, entering: PromiseLike<Entrance>): void {
  entering.then(
    (late) => release(routed, late),
    () => undefined,
  );
}

/** A failure of the limits here must not affect the answer, which has already been sent. */
function release({ events }: Routed, entrance: Entrance): void {
  try {
    entrance.release();
  } catch (error) {
    events?.reportStoreFailure("release", error);
  }
}
