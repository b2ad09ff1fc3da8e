import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Entrance } from "../accounts/limits/limits.js";
import { reportStoreFailure } from "../events/report-failure.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { askStore } from "./ask-store.js";
import type { Place, Routed } from "./call.js";
import { observeWait } from "./observe.js";

/** What is asked of the limits, and their answer. */
interface Asked {
  readonly routed: Routed;
  readonly key: KeyRecord;
  entering: MaybePromise<Entrance> | undefined;
}

/**
 * Takes a place for a request, before its body is read. A place that comes too late is given back.
 * @throws ServiceError of the limits, or `store_unavailable` if they cannot decide in time
 */
export function takePlace(routed: Routed, key: KeyRecord): MaybePromise<Place> {
  const asked: Asked = { routed, key, entering: undefined };
  try {
    const entrance = askStore(routed.settings, "limits", () => enter(asked));
    return isPromise(entrance) ? takeLater(asked, entrance) : toPlace(routed, entrance);
  } catch (error) {
    throw refused(asked, error);
  }
}

function enter(asked: Asked): MaybePromise<Entrance> {
  const { settings, requestId, exchange } = asked.routed;
  const { key } = asked;
  asked.entering = settings.limits.enter({ key, requestId, signal: exchange.signal });
  return asked.entering;
}

async function takeLater(asked: Asked, entrance: PromiseLike<Entrance>): Promise<Place> {
  try {
    return toPlace(asked.routed, await observeWait(asked.routed, entrance));
  } catch (error) {
    throw refused(asked, error);
  }
}

function toPlace(routed: Routed, entrance: Entrance): Place {
  return {
    admit: (request) => entrance.admit(request),
    leave: () => release(routed, entrance),
  };
}

/** The limits have refused the request, or have not answered in time. */
function refused({ routed, entering }: Asked, error: unknown): unknown {
  if (isPromise(entering)) releaseLate(routed, entering);
  return error;
}

function releaseLate(routed: Routed, entering: PromiseLike<Entrance>): void {
  entering.then(
    (late) => release(routed, late),
    () => undefined,
  );
}

/** A failure of the limits here must not affect the answer, which has already been sent. */
function release(routed: Routed, entrance: Entrance): void {
  try {
    entrance.release();
  } catch (error) {
    reportStoreFailure(routed, "release", error);
  }
}
