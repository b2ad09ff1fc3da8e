import type { Admission, AdmissionRequest } from "@diglot/core";
import { type Bounds, boundsOf, type RunningBound, type WindowBound } from "./bounds.js";
import type { LimitsSettings, OnError } from "./options.js";
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
 * given back, one round trip later: meanwhile another one may be refused that would have had room,
 * but none is let in that has none.
 * @throws ServiceError of the limit that it is over; anything else if the store failed
 */
export async function enter(
  store: Store,
  request: AdmissionRequest,
  settings: LimitsSettings,
): Promise<Entry> {
  const bounds = boundsOf(request, settings);
  await refuseTooLarge(store, bounds, request.model);
  const { counted, place, undo } = await count(store, bounds, settings.onError);
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
async function refuseTooLarge({ windows }: Store, bounds: Bounds, model: string): Promise<void> {
  const tooSmall = bounds.windows.find(({ requested, limit }) => requested > limit);
  if (!tooSmall) return;
  const bound: WindowBound = { ...tooSmall, charged: 0 };
  const counted = { bound, state: await windows.charge(bound.name, 0) };
  throw rateLimited(counted, [counted], model);
}

/** What a request was counted as. */
interface Counts {
  readonly counted: readonly CountedWindow[];
  readonly place: TakenPlaces<RunningBound>;
  undo(): void;
}

/** Takes the places and charges the windows; if one of them fails, gives back the others. */
async function count(
  { places, windows }: Store,
  bounds: Bounds,
  onError: OnError,
): Promise<Counts> {
  const [[placed], charged] = await Promise.all([
    Promise.allSettled([places.take(bounds.places)]),
    Promise.allSettled(bounds.windows.map((bound) => chargeWindow(windows, bound))),
  ]);
  const counted = charged.flatMap((result) => (result.status === "fulfilled" ? result.value : []));

  function undo(): void {
    if (placed.status === "fulfilled" && !placed.value.full) placed.value.leave().catch(onError);
    for (const { bound, state } of counted) {
      if (bound.charged === 0) continue;
      windows.giveBack(bound.name, bound.charged, state.resetAt).catch(onError);
    }
  }

  const failed = charged.find((result) => result.status === "rejected");
  if (placed.status === "fulfilled" && !failed) return { counted, place: placed.value, undo };
  undo();
  throw placed.status === "rejected" ? placed.reason : failed?.reason;
}

async function chargeWindow(windows: Windows, bound: WindowBound): Promise<CountedWindow> {
  return { bound, state: await windows.charge(bound.name, bound.charged) };
}
