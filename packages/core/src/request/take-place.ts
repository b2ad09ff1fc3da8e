import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Entrance } from "../accounts/limits/limits.js";
import { raceSignal } from "../runtime/race-signal.js";
import { askLimits } from "./ask-limits.js";
import type { Routed } from "./call.js";

/** The place that a request holds. */
export interface Place extends Pick<Entrance, "admit"> {
  /** The result of work that ends with a place. If the work fails, the place is given back. */
  keepFor<T>(work: Promise<T>): Promise<T>;
  /** Gives the place back. Repeated calls change nothing. */
  leave(): void;
}

/**
 * Takes a place for a request, before its body is read. A place that comes too late, or after the
 * caller has left, is given back at once.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time; the
 * caller's reason for leaving
 */
export async function takePlace(routed: Routed, key: KeyRecord): Promise<Place> {
  const { settings, exchange, requestId } = routed;
  const { signal } = exchange;
  let entered: Promise<Entrance> | undefined;
  const enter = () => {
    entered = settings.limits.enter({ key, requestId, signal });
    return entered;
  };
  try {
    const entrance = await raceSignal(signal, () => askLimits(settings, enter));
    return createPlace(routed, entrance);
  } catch (error) {
    void entered?.then((late) => release(routed, late)).catch(() => undefined);
    throw error;
  }
}

function createPlace(routed: Routed, entrance: Entrance): Place {
  let left = false;
  function leave(): void {
    if (left) return;
    left = true;
    release(routed, entrance);
  }
  return {
    admit: (request) => entrance.admit(request),
    leave,
    async keepFor(work) {
      try {
        return await work;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** A failure of the limits here must not affect the answer, which has already been sent. */
function release({ settings, requestId }: Routed, entrance: Entrance): void {
  try {
    entrance.release();
  } catch (error) {
    settings.report({ type: "failure", requestId, step: "release", error });
  }
}
