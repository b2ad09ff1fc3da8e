/** A time in ISO 8601 to the minute, in UTC: `2026-11-23 14:05`; an empty text for null. */
export function toMinute(time: string | null): string {
  return time === null ? "" : time.slice(0, 16).replace("T", " ");
}
