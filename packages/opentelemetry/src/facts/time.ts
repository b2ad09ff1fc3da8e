import type { HrTime } from "@opentelemetry/api";

/** Unix milliseconds as a time that nobody takes for anything else. */
export function toTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000);
  const nanoseconds = Math.round((milliseconds - 1_000 * seconds) * 1_000_000);
  return nanoseconds < 1_000_000_000 ? [seconds, nanoseconds] : [seconds + 1, 0];
}

/** Milliseconds as seconds, which the convention wants; to a microsecond, which is all that clocks tell. */
export function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000_000;
}
