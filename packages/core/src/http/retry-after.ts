import type { HeaderLookup } from "./exchange.js";

/** The longest wait that is passed on, in seconds; official clients do not wait longer. */
const longestWait = 120;

/**
 * After how many seconds an upstream wants to be asked again, between 0 and 120. The header holds
 * seconds or a date; a date is compared with the upstream's own clock if it sends it. `undefined` if
 * there is no header or it is unreadable.
 */
export function readRetryAfter(headers: HeaderLookup): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const seconds = Number(value);
  if (!Number.isNaN(seconds)) return clamp(seconds);
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const reported = Date.parse(headers.get("date") ?? "");
  return clamp(Math.ceil((date - (Number.isNaN(reported) ? Date.now() : reported)) / 1000));
}

function clamp(seconds: number): number {
  return Math.min(Math.max(seconds, 0), longestWait);
}
