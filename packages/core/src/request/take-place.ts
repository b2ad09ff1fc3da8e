import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Entrance } from "../accounts/limits/limits.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Place, Routed } from "./call.js";

/**
 * Takes a place for a request, before its body is read. A place that comes too late is given back.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time
 */
export async function takePlace(routed: Routed, key: KeyRecord): Promise<Place> {
  const { settings, exchange, requestId } = routed;
  let entering: MaybePromise<Entrance> | undefined;
  try {
    const entrance = await askStore(settings, "limits", () => {
      entering = settings.limits.enter({ key, requestId, signal: exchange.signal });
      return entering;
    });
    return {
      admit: (request) => entrance.admit(request),
      leave: () => release(routed, entrance),
    };
  } catch (error) {
    if (isPromise(entering)) releaseLate(routed, entering);
    throw error;
  }
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
