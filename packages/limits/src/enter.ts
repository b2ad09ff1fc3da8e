import type { Entrance, KeyRecord } from "@diglot/core";
import type { LimitsSettings } from "./options.js";
import { placesOf } from "./quotas.js";
import { concurrencyLimited } from "./refusals.js";
import type { Places } from "./store.js";

/**
 * Takes a place for a request of a key.
 * @throws ServiceError `concurrency_limited`; any other error if the store failed
 */
export async function enter(
  places: Places,
  key: KeyRecord,
  settings: LimitsSettings,
): Promise<Pick<Entrance, "release">> {
  const place = await places.take(placesOf(key, settings));
  if (place.full) throw concurrencyLimited(place.full.scope);
  return { release: () => void place.leave().catch(settings.onError) };
}
