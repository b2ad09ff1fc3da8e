import type { HrTime } from "@opentelemetry/api";

/** Unix milliseconds as a time that nobody takes for anything else. */
export function toTime(milliseconds: number): HrTime {
  const whole = Math.floor(milliseconds);
  const seconds = Math.floor(whole / 1_000);
  const rest = (whole - 1_000 * seconds) * 1_000_000;
  return [seconds, rest + Math.round((milliseconds - whole) * 1_000_000)];
}

/** Milliseconds as seconds, which the convention wants. */
export function toSeconds(milliseconds: number): number {
  return milliseconds / 1_000;
}
