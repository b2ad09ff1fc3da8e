import type { HeaderLookup } from "../../http/exchange.js";
import { readDelay } from "../../http/retry-after.js";

/** The longest delay that is believed, in milliseconds: an hour. Then the key is tried once. */
const longestDelay = 3_600_000;

/** What a limit has left, and when it begins anew, by the vendors' headers. */
const limitHeaders: readonly (readonly [remaining: string, reset: string])[] = [
  ...["requests", "tokens", "input-tokens", "output-tokens"].map(
    (kind) =>
      [`anthropic-ratelimit-${kind}-remaining`, `anthropic-ratelimit-${kind}-reset`] as const,
  ),
  ...["requests", "tokens"].map(
    (kind) => [`x-ratelimit-remaining-${kind}`, `x-ratelimit-reset-${kind}`] as const,
  ),
];

/**
 * The milliseconds after which an upstream will take a key again, as its answer says: in `retry-after-ms`, in
 * `retry-after`, or by the limits of which nothing is left. At most an hour; `undefined` if it says
 * nothing.
 * @param now Unix milliseconds
 */
export function readKeyDelay(headers: HeaderLookup, now: number): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const asked = [exact, (readDelay(headers) ?? Number.NaN) * 1_000].find((delay) => delay > 0);
  const delay = asked ?? Math.max(...readResets(headers, now));
  return delay > 0 ? Math.min(delay, longestDelay) : undefined;
}

/** Of the limits that are used up, the milliseconds until they begin anew. */
function readResets(headers: HeaderLookup, now: number): readonly number[] {
  return limitHeaders.flatMap(([remaining, reset]) =>
    headers.get(remaining)?.trim() === "0" ? (readReset(headers.get(reset), now) ?? []) : [],
  );
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** A date, as `2026-11-28T09:00:00Z`, or a duration, as `6m0s` or `250ms`. */
function readReset(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^(?:\d+(?:\.\d+)?(?:ms|[hms]))+$/.test(text)) {
    const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g);
    return [...parts].reduce(
      (sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0),
      0,
    );
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}
