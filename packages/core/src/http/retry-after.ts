import type { HeaderLookup } from "./exchange.js";

/** The longest delay that is passed on, in seconds; official clients do not wait longer. */
const maxDelay = 120;

/**
 * The delay in seconds that an upstream asks for, between 0 and 120. The header holds seconds or a
 * date; a date is compared with the upstream's own clock if the upstream sends it. `undefined` if
 * the header is missing or invalid.
 */
export function readRetryAfter(headers: HeaderLookup): number | undefined {
  const delay = readDelay(headers);
  return delay === undefined ? undefined : clamp(delay);
}

/** The same without a limit. It is not finite if the header says so, and negative for a date that has passed. */
export function readDelay(headers: HeaderLookup): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const seconds = Number(value);
  if (!Number.isNaN(seconds)) return seconds;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const reported = Date.parse(headers.get("date") ?? "");
  return Math.ceil((date - (Number.isNaN(reported) ? Date.now() : reported)) / 1000);
}

function clamp(seconds: number): number {
  return Math.min(Math.max(seconds, 0), maxDelay);
}
