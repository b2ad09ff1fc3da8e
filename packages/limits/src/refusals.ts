import { ServiceError } from "@diglot/core";
import type { Scope } from "./quotas.js";
import { type CountedWindow, toRateStatus, toRateWindow, withoutCharge } from "./rates.js";

/**
 * The refusal of a request that a window has no room for. Of several such windows it names the one
 * that is full for longest, so that a caller who waits for it waits once.
 */
export function rateLimited(
  full: CountedWindow,
  counted: readonly CountedWindow[],
  model: string,
): ServiceError {
  const { quota, state } = withoutCharge(full);
  const { kind, scope, id, requested, limit } = quota;
  const window = toRateWindow(quota, state);
  const tooLarge = requested > limit;
  return new ServiceError({
    kind: "rate_limited",
    message: tooLarge
      ? `Request too large: it alone is over the limit of this ${scope} of ${limit} a minute.`
      : `The limit of this ${scope} of ${limit} a minute is reached.`,
    retryAfterSeconds: Math.max(window.resetAt - Date.now(), 1) / 1000,
    exceeded: { kind, scope, id, model, requested, ...window },
    rates: toRateStatus(counted.map(withoutCharge)),
  });
}

/** The refusal of a request because too many others of its key or account are running. */
export function concurrencyLimited(scope: Scope): ServiceError {
  return new ServiceError({
    kind: "concurrency_limited",
    message: `Too many requests of this ${scope} are running.`,
    retryAfterSeconds: 1,
  });
}

/** The refusal of a request that the process has no room for. */
export function overloaded(): ServiceError {
  return new ServiceError({
    kind: "overloaded",
    message: "The server accepts no more requests at the moment.",
    retryAfterSeconds: 1,
  });
}
