import { parseDay, toDay } from "../../accounts/time.js";
import { badRequest } from "./bad-request.js";

/** Whole days in UTC, the first and the last included. */
export interface Days {
  readonly start: string;
  readonly end: string;
  /** The same in milliseconds since 1970; `to` is not included. */
  readonly from: number;
  readonly to: number;
}

/** A parameter for a day: its name, and the day if the query has one. */
export type DayParameter = readonly [name: string, day: string | undefined];

const dayLength = 86_400_000;
const usualDays = 30;
const mostDays = 366;

/**
 * The days between two parameters; without them the last 30 days, or 30 days up to the given end.
 * @throws ServiceError `bad_request` if the first day is after the last, or for more than 366 days
 */
export function toDays([first, start]: DayParameter, [last, end]: DayParameter, now: number): Days {
  const until = toTime(end) ?? now - (now % dayLength);
  const from = toTime(start) ?? until - (usualDays - 1) * dayLength;
  const to = until + dayLength;
  if (from > until) throw badRequest(first, `${first} must not be after ${last}.`);
  if (to - from > mostDays * dayLength) {
    throw badRequest(first, `${first} and ${last} must not be more than ${mostDays} days apart.`);
  }
  return { start: toDay(from), end: toDay(until), from, to };
}

function toTime(day: string | undefined): number | undefined {
  return day === undefined ? undefined : parseDay(day);
}
