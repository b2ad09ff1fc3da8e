import type { Admission, AdmissionRequest, KeyRecord } from "@diglot/core";
import type { LimitsSettings, OnError } from "./options.js";
import { type WindowQuota, windowsOf } from "./quotas.js";
import { type CountedWindow, hasRoom, toRateStatus } from "./rates.js";
import { rateLimited } from "./refusals.js";
import { createSpend } from "./spend.js";
import type { Windows } from "./store.js";

/** A request that was charged. */
export interface Charged {
  readonly admission: Admission;
  /** Gives back all that it was charged, as if it had never come. */
  undo(): void;
}

/**
 * Charges a request to all its windows, and admits it if there is room everywhere. All charges are
 * made in one turn, so that a client of Redis sends them together. What a refused request was
 * charged stands until it is given back, one round trip later. Meanwhile another request may be
 * refused although there is room for it, but no request is admitted without room.
 * @throws ServiceError `rate_limited`; any other error if the store failed
 */
export async function admit(
  windows: Windows,
  key: KeyRecord,
  { model, inputTokens }: AdmissionRequest,
  settings: LimitsSettings,
): Promise<Charged> {
  const { onError } = settings;
  const quotas = windowsOf(key, inputTokens, settings);
  await refuseTooLarge(windows, quotas, model);
  const counted = await charge(windows, quotas, onError);
  const undo = () => giveBack(windows, counted, onError);
  const full = counted.filter((window) => !hasRoom(window)).sort(byEnd)[0];
  if (full) {
    undo();
    throw rateLimited(full, counted, model);
  }
  const spend = createSpend(windows, counted, onError);
  return { admission: { rates: toRateStatus(counted), spend }, undo };
}

function byEnd(one: CountedWindow, other: CountedWindow): number {
  return other.state.resetAt - one.state.resetAt;
}

/** A request that is over a whole limit is charged nothing. */
async function refuseTooLarge(
  windows: Windows,
  quotas: readonly WindowQuota[],
  model: string,
): Promise<void> {
  const tooSmall = quotas.find(({ requested, limit }) => requested > limit);
  if (!tooSmall) return;
  const quota: WindowQuota = { ...tooSmall, charged: 0 };
  const counted = { quota, state: await windows.charge(quota.name, 0) };
  throw rateLimited(counted, [counted], model);
}

/** Charges all windows; if one of them fails, gives back the others. */
async function charge(
  windows: Windows,
  quotas: readonly WindowQuota[],
  onError: OnError,
): Promise<readonly CountedWindow[]> {
  const results = await Promise.allSettled(quotas.map((quota) => chargeWindow(windows, quota)));
  const counted = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return counted;
  giveBack(windows, counted, onError);
  throw failed.reason;
}

async function chargeWindow(windows: Windows, quota: WindowQuota): Promise<CountedWindow> {
  return { quota, state: await windows.charge(quota.name, quota.charged) };
}

function giveBack(windows: Windows, counted: readonly CountedWindow[], onError: OnError): void {
  for (const { quota, state } of counted) {
    if (quota.charged === 0) continue;
    windows.giveBack(quota.name, quota.charged, state.resetAt).catch(onError);
  }
}
