import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDay, parseTime, toDay } from "./time.js";

describe("parseDay", () => {
  it("reads every day that toDay writes", () => {
    const days = fc.integer({ min: 0, max: 40_000 }).map((day) => day * 86_400_000);
    fc.assert(
      fc.property(days, (time) => {
        expect(parseDay(toDay(time))).toBe(time);
      }),
    );
  });

  it.each(["2026-02-30", "2026-13-01", "2026-1-1", "2026-01-01T00:00Z", " 2026-01-01", ""])(
    "does not read %j as a day",
    (text) => expect(parseDay(text)).toBeUndefined(),
  );
});

describe("parseTime", () => {
  it("reads a day as its beginning in UTC, and a time with a zone as its moment", () => {
    const noon = Date.UTC(2026, 10, 21, 12);
    expect(parseTime("2026-11-21")).toBe(Date.UTC(2026, 10, 21));
    expect(parseTime("2026-11-21T12:00Z")).toBe(noon);
    expect(parseTime("2026-11-21T14:00:00.000+02:00")).toBe(noon);
  });

  it.each([
    "2026-11-21T12:00",
    "2026-02-30T12:00Z",
    "2026-11-21T25:00Z",
    "21 November 2026",
    1_795_219_200_000,
    undefined,
  ])("does not read %j as a time", (value) => expect(parseTime(value)).toBeUndefined());
});
