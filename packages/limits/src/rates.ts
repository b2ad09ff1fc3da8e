import type { RateKind, RateStatus, RateWindow } from "@diglot/core";
import type { WindowBound } from "./bounds.js";
import type { WindowState } from "./store.js";

/** A window that a request was counted in. */
export interface CountedWindow {
  readonly bound: WindowBound;
  readonly state: WindowState;
}

/** What the outside is told of a window that holds so much. */
export function toRateWindow({ limit }: WindowBound, { used, resetAt }: WindowState): RateWindow {
  return { limit, remaining: Math.max(limit - used, 0), resetAt };
}

/**
 * The windows by their kind; of a key's and its account's, the one that has less left. `undefined`
 * where there is none.
 */
export function toRateStatus(counted: readonly CountedWindow[]): RateStatus | undefined {
  if (counted.length === 0) return undefined;
  const status: Partial<Record<RateKind, RateWindow>> = {};
  for (const { bound, state } of counted) {
    const window = toRateWindow(bound, state);
    const other = status[bound.kind];
    if (!other || window.remaining < other.remaining) status[bound.kind] = window;
  }
  return status;
}

/** Whether the window had room for what the request asked for. */
export function hasRoom({ bound, state }: CountedWindow): boolean {
  return state.used - bound.charged + bound.requested <= bound.limit;
}

/** The window as it is when the request has given back what it was charged. */
export function withoutCharge({ bound, state }: CountedWindow): CountedWindow {
  return { bound, state: { ...state, used: state.used - bound.charged } };
}
