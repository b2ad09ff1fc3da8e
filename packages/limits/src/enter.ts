import type { Admission, AdmissionRequest } from "@diglot/core";
import type { LimitsSettings, OnError } from "./options.js";
import { type Quotas, quotasOf, type RunningQuota, type WindowQuota } from "./quotas.js";
import { type CountedWindow, hasRoom, toRateStatus } from "./rates.js";
import { concurrencyLimited, rateLimited } from "./refusals.js";
import { createSpend } from "./spend.js";
import type { Store, TakenPlaces, Windows } from "./store.js";

/** A request that was let in. */
export interface Entry {
  readonly admission: Admission;
  /** Gives back all that it was charged, as if it had never come. */
  undo(): void;
}

/**
 * Counts a request and lets it in if there is room everywhere. All counts are made in one turn, so
 * that a client of Redis sends them together. What a refused request was charged stands until it is
 * given back, one round trip later. Meanwhile another request may be refused although there is room
 * for it, but no request is let in without room.
 * @throws ServiceError for the limit that the request exceeds; any other error if the store failed
 */
export async function enter(
  store: Store,
  request: AdmissionRequest,
  settings: LimitsSettings,
): Promise<Entry> {
  const quotas = quotasOf(request, settings);
  await refuseTooLarge(store, quotas, request.model);
  const { counted, place, undo } = await count(store, quotas, settings.onError);
  if (place.full) {
    undo();
    throw concurrencyLimited(place.full.scope, counted);
  }
  const full = counted.filter((window) => !hasRoom(window)).sort(byEnd)[0];
  if (full) {
    undo();
    throw rateLimited(full, counted, request.model);
  }
  const admission: Admission = {
    rates: toRateStatus(counted),
    spend: createSpend(store.windows, counted, settings.onError),
    release: () => void place.leave().catch(settings.onError),
  };
  return { admission, undo };
}

function byEnd(one: CountedWindow, other: CountedWindow): number {
  return other.state.resetAt - one.state.resetAt;
}

/** A request that is over a whole limit is charged nothing. */
async function refuseTooLarge({ windows }: Store, quotas: Quotas, model: string): Promise<void> {
  const tooSmall = quotas.windows.find(({ requested, limit }) => requested > limit);
  if (!tooSmall) return;
  const quota: WindowQuota = { ...tooSmall, charged: 0 };
  const counted = { quota, state: await windows.charge(quota.name, 0) };
  throw rateLimited(counted, [counted], model);
}

/** What a request was counted as. */
interface Counts {
  readonly counted: readonly CountedWindow[];
  readonly place: TakenPlaces<RunningQuota>;
  undo(): void;
}

/** Takes the places and charges the windows; if one of them fails, gives back the others. */
async function count(
  { places, windows }: Store,
  quotas: Quotas,
  onError: OnError,
): Promise<Counts> {
  const [[placed], charged] = await Promise.all([
    Promise.allSettled([places.take(quotas.places)]),
    Promise.allSettled(quotas.windows.map((quota) => chargeWindow(windows, quota))),
  ]);
  const counted = charged.flatMap((result) => (result.status === "fulfilled" ? result.value : []));

  function undo(): void {
    if (placed.status === "fulfilled" && !placed.value.full) placed.value.leave().catch(onError);
    for (const { quota, state } of counted) {
      if (quota.charged === 0) continue;
      windows.giveBack(quota.name, quota.charged, state.resetAt).catch(onError);
    }
  }

  const failed = charged.find((result) => result.status === "rejected");
  if (placed.status === "fulfilled" && !failed) return { counted, place: placed.value, undo };
  undo();
  throw placed.status === "rejected" ? placed.reason : failed?.reason;
}

async function chargeWindow(windows: Windows, quota: WindowQuota): Promise<CountedWindow> {
  return { quota, state: await windows.charge(quota.name, quota.charged) };
}
