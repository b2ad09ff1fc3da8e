import { describe, expect, it } from "vitest";
import { readRetryAfter } from "./retry-after.js";

const date = "Sat, 21 Nov 2026 10:00:00 GMT";

function waitOf(value: string | undefined, now: string | undefined = date): number | undefined {
  const headers = new Headers();
  if (value !== undefined) headers.set("retry-after", value);
  if (now !== undefined) headers.set("date", now);
  return readRetryAfter(headers);
}

describe("readRetryAfter", () => {
  it("reads seconds and dates, and clamps negative, past and huge values", () => {
    expect(waitOf("7")).toBe(7);
    expect(waitOf(" 1.5 ")).toBe(1.5);
    expect(waitOf("-3")).toBe(0);
    expect(waitOf("1e9")).toBe(120);
    expect(waitOf("Infinity")).toBe(120);
    expect(waitOf("Sat, 21 Nov 2026 10:00:30 GMT")).toBe(30);
    expect(waitOf("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(0);
  });

  it("returns undefined if the header is missing or invalid", () => {
    expect(waitOf(undefined)).toBeUndefined();
    expect(waitOf("")).toBeUndefined();
    expect(waitOf("NaN")).toBeUndefined();
    expect(waitOf("soon")).toBeUndefined();
  });

  it("compares a date with the local clock if the upstream sends no date of its own", () => {
    expect(waitOf("Thu, 01 Jan 1970 00:00:00 GMT", "not a date")).toBe(0);
  });
});
