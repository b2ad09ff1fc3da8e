/** The day of a time in milliseconds since 1970, in UTC: `2026-11-21`. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The form of a day such as `2026-11-21`. */
export const dayForm = /^\d{4}-\d\d-\d\d$/;

/** The beginning of a day such as `2026-11-21`, in milliseconds since 1970; `undefined` for an invalid day. */
export function parseDay(text: string): number | undefined {
  const time = dayForm.test(text) ? Date.parse(text) : Number.NaN;
  // Some parsers take the 30th of February for a day in March.
  return !Number.isNaN(time) && toDay(time) === text ? time : undefined;
}

/** A day, or a time with its zone: without a zone it would mean a different moment on each machine. */
export const timeForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * A day in UTC, or a time in ISO 8601 with its zone, in milliseconds since 1970; `undefined` for
 * anything else.
 */
export function parseTime(value: unknown): number | undefined {
  const [text, day = ""] = (typeof value === "string" && timeForm.exec(value)) || [];
  if (text === undefined || parseDay(day) === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
