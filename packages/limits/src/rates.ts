import type { RateKind, RateStatus, RateWindow } from "@diglot/core";
import type { WindowQuota } from "./quotas.js";
import type { WindowState } from "./store.js";

/** A window that a request was counted in. */
export interface CountedWindow {
  readonly quota: WindowQuota;
  readonly state: WindowState;
}

/** A window as it is reported outside, given what it holds. */
export function toRateWindow({ limit }: WindowQuota, { used, resetAt }: WindowState): RateWindow {
  return { limit, remaining: Math.max(limit - used, 0), resetAt };
}

/**
 * The windows by their kind; of a key's and its account's, the one that has less left. `undefined`
 * if there is no window.
 */
export function toRateStatus(counted: readonly CountedWindow[]): RateStatus | undefined {
  if (counted.length === 0) return undefined;
  const status: Partial<Record<RateKind, RateWindow>> = {};
  for (const { quota, state } of counted) {
    const window = toRateWindow(quota, state);
    const other = status[quota.kind];
    if (!other || window.remaining < other.remaining) status[quota.kind] = window;
  }
  return status;
}

/** Whether the window had room for what the request asked for. */
export function hasRoom({ quota, state }: CountedWindow): boolean {
  return state.used - quota.charged + quota.requested <= quota.limit;
}

/** The window as it is when the request has given back what it was charged. */
export function withoutCharge({ quota, state }: CountedWindow): CountedWindow {
  return { quota, state: { ...state, used: state.used - quota.charged } };
}
