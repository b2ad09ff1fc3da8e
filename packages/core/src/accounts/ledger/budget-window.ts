import { is } from "../../validation/check.js";
import { toDay } from "../time.js";

/** How long a budget lasts until it renews; `total` never renews. Those that renew last come first. */
export const budgetPeriods = ["total", "month", "week", "day"] as const;

/** How long a budget lasts until it renews; `total` never renews. A week begins on Monday. */
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** A period, and where it begins. */
export interface ZonedPeriod {
  readonly period: BudgetPeriod;
  /** A name of the IANA time zone database. */
  readonly timeZone: string;
}

/** When a period of a budget begins and when the next one does, in milliseconds since 1970. */
export interface WindowTimes {
  readonly begins: number;
  readonly renews: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** The formats that were made, by their time zones: they are expensive. Only budgets add to them. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The last window of each period and time zone: all keys of an account may have a budget for it. */
const lastTimes = new Map<string, { readonly window: string; readonly times: WindowTimes }>();

/**
 * The window of a budget at a time: its first day in the budget's time zone, such as `2026-11-23`. A
 * budget that never renews has one window, the empty text.
 */
export function windowAt({ period, timeZone }: ZonedPeriod, now: number): string {
  return period === "total" ? "" : toDay(toFirstDay(period, localDay(timeZone, now)));
}

/** When a window begins and ends; `undefined` for that of a budget that never renews. */
export function timesOfWindow(
  { period, timeZone }: ZonedPeriod,
  window: string,
): WindowTimes | undefined {
  if (period === "total") return undefined;
  const place = `${period} ${timeZone}`;
  const known = lastTimes.get(place);
  if (known?.window === window) return known.times;
  const times = searchTimes(period, timeZone, window);
  lastTimes.set(place, { window, times });
  return times;
}

function searchTimes(period: Renewing, timeZone: string, window: string): WindowTimes {
  const first = Date.parse(window);
  const next = toNextDay(period, first);
  return { begins: beginOfDay(timeZone, first), renews: beginOfDay(timeZone, next) };
}

/** Abbreviations: `IST` is India to one clock and Israel to another, and `CET` may know no summer time. */
const abbreviation = /^(?!UTC|GMT)[a-z]{3}$/i;

/**
 * The name of a time zone. Offsets such as `+01:00` are refused because they know no summer time; they
 * and abbreviations are refused because databases read them differently.
 */
export const validTimeZone = /* @__PURE__ */ is(
  'a name such as "Europe/Berlin" or "UTC"',
  (value) =>
    typeof value === "string" &&
    /^[A-Z]/i.test(value) &&
    !abbreviation.test(value) &&
    isKnown(value),
);

function isKnown(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    // The error of the runtime names no option.
    return false;
  }
}

/** The date in a time zone, as the time at which it begins in UTC. */
function localDay(timeZone: string, time: number): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(read("year"), read("month") - 1, read("day"));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

function toFirstDay(period: Renewing, date: number): number {
  const time = new Date(date);
  if (period === "month") return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1);
  return period === "week" ? date - ((time.getUTCDay() + 6) % 7) * day : date;
}

function toNextDay(period: Renewing, first: number): number {
  const time = new Date(first);
  if (period === "month") return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1);
  return first + (period === "week" ? 7 * day : day);
}

type Renewing = Exclude<BudgetPeriod, "total">;

/**
 * The first millisecond of a date in a time zone. It is searched for, because midnight may be skipped
 * where summer time begins, and a whole day where the date line moves.
 */
function beginOfDay(timeZone: string, date: number): number {
  let [before, after] = [date - 16 * hour, date + 16 * hour];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(timeZone, middle) < date) before = middle;
    else after = middle;
  }
  return after;
}
