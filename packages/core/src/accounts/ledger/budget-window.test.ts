import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { problemOf } from "../../validation/check-options.js";
import {
  type BudgetPeriod,
  timesOfWindow,
  validTimeZone,
  windowAt,
  type ZonedPeriod,
} from "./budget-window.js";

const zones = Intl.supportedValuesOf("timeZone");
const time = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2045, 0) });
const renewing = fc.constantFrom<BudgetPeriod>("day", "week", "month");
const zoned = fc.record({ period: renewing, timeZone: fc.constantFrom(...zones) });

/** What a calendar on the wall shows: `2026-11-23` and the day of the week. */
function wallDate(timeZone: string, now: number) {
  const names = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const date = new Intl.DateTimeFormat("sv-SE", { timeZone, ...names }).format(now);
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" }).format(now);
  return { date, weekday };
}

function timesAt(budget: ZonedPeriod, now: number) {
  const times = timesOfWindow(budget, windowAt(budget, now));
  if (!times) throw new Error("A window that renews has times.");
  return times;
}

describe("the window of a budget", () => {
  it("begins on a day, a Monday or the first of a month, in every time zone and at any time", () => {
    fc.assert(
      fc.property(zoned, time, (budget, now) => {
        const { begins, renews } = timesAt(budget, now);
        expect(begins <= now && now < renews).toBe(true);
        const { date, weekday } = wallDate(budget.timeZone, begins);
        expect(date).toBe(windowAt(budget, now));
        // One millisecond earlier it is another day: the window begins when its day begins.
        expect(wallDate(budget.timeZone, begins - 1).date < date).toBe(true);
        if (budget.period === "week") expect(weekday).toBe("Mon");
        if (budget.period === "month") expect(date.slice(8)).toBe("01");
        if (budget.period === "day") expect(wallDate(budget.timeZone, now).date).toBe(date);
      }),
      { numRuns: repeats(300, 5_000) },
    );
  });

  it("is followed by the next one, without a gap and without an overlap", () => {
    fc.assert(
      fc.property(zoned, time, (budget, now) => {
        const { begins, renews } = timesAt(budget, now);
        expect(windowAt(budget, begins)).toBe(windowAt(budget, renews - 1));
        expect(windowAt(budget, renews) > windowAt(budget, now)).toBe(true);
        expect(timesAt(budget, renews).begins).toBe(renews);
        expect(timesAt(budget, begins - 1).renews).toBe(begins);
      }),
      { numRuns: repeats(300, 5_000) },
    );
  });

  const hours = (period: BudgetPeriod, timeZone: string, at: string) => {
    const { begins, renews } = timesAt({ period, timeZone }, Date.parse(at));
    return (renews - begins) / 3_600_000;
  };

  it.each([
    ["Europe/Berlin", "2026-03-29T12:00:00Z", 23],
    ["Europe/Berlin", "2026-10-25T12:00:00Z", 25],
    ["America/New_York", "2026-03-08T12:00:00Z", 23],
    ["America/New_York", "2026-11-01T12:00:00Z", 25],
    ["Australia/Lord_Howe", "2026-04-05T12:00:00+11:00", 24.5],
    // Clocks go from midnight to one: the day has no midnight.
    ["America/Santiago", "2026-09-06T12:00:00-03:00", 23],
    ["Asia/Tokyo", "2026-03-29T12:00:00Z", 24],
  ])("of a day in %s that contains %s has %d hours", (timeZone, at, expected) => {
    expect(hours("day", timeZone, at)).toBe(expected);
  });

  it("begins at the end of a year where the year ends", () => {
    const at = Date.parse("2026-12-31T23:30:00Z");
    expect(windowAt({ period: "month", timeZone: "UTC" }, at)).toBe("2026-12-01");
    expect(windowAt({ period: "month", timeZone: "Europe/Berlin" }, at)).toBe("2027-01-01");
    expect(windowAt({ period: "week", timeZone: "Europe/Berlin" }, at)).toBe("2026-12-28");
    expect(windowAt({ period: "day", timeZone: "Pacific/Pago_Pago" }, at)).toBe("2026-12-31");
    const month = { period: "month", timeZone: "UTC" } as const;
    expect(timesAt(month, at).renews).toBe(Date.UTC(2027, 0));
  });

  it("knows the 29th of February, and the day that Samoa has left out", () => {
    const day = { period: "day", timeZone: "UTC" } as const;
    expect(windowAt(day, Date.UTC(2028, 1, 29, 12))).toBe("2028-02-29");
    expect(timesAt(day, Date.UTC(2028, 1, 28, 12)).renews).toBe(Date.UTC(2028, 1, 29));
    const samoa = { period: "day", timeZone: "Pacific/Apia" } as const;
    const before = Date.parse("2011-12-29T12:00:00-10:00");
    expect(timesAt(samoa, before).renews).toBe(Date.parse("2011-12-31T00:00:00+14:00"));
  });

  it("is searched for once, not for each budget that has it", () => {
    const read = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    const budget = { period: "week", timeZone: "Africa/Accra" } as const;
    const times = timesOfWindow(budget, "2026-11-23");
    expect(read).toHaveBeenCalled();
    read.mockClear();
    expect(timesOfWindow({ ...budget }, "2026-11-23")).toEqual(times);
    expect(read).not.toHaveBeenCalled();
    expect(timesOfWindow(budget, "2026-11-30")).toEqual({
      begins: times?.renews,
      renews: Date.UTC(2026, 11, 7),
    });
  });

  it("is always the same for a total", () => {
    const total = { period: "total", timeZone: "Asia/Tokyo" } as const;
    expect([windowAt(total, 0), windowAt(total, 8.64e15)]).toEqual(["", ""]);
    expect(timesOfWindow(total, "")).toBeUndefined();
  });
});

describe("validTimeZone", () => {
  it.each(["UTC", "GMT", "Europe/Berlin", "europe/berlin", "Etc/GMT+5", "EST5EDT"])(
    "takes %s",
    (name) => {
      expect(problemOf(validTimeZone, name, "timeZone")).toBeUndefined();
    },
  );

  it.each(["IST", "BST", "CET", "est"])("refuses %s, which not all clocks read alike", (name) => {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: name })).not.toThrow();
    expect(problemOf(validTimeZone, name, "timeZone")).toContain("must be a name such as");
  });

  it.each(["", "Berlin", "Europe/Berln", "+01:00", "-05:00", "UTC+1", " UTC", 1, null, undefined])(
    "refuses %j and names the option",
    (name) => {
      expect(problemOf(validTimeZone, name, "timeZone")).toContain(
        '"timeZone" must be a name such as "Europe/Berlin" or "UTC", not ',
      );
    },
  );
});
