import { describe, expect, it } from "vitest";
import { filterPlainHeaders } from "./filter-headers.js";

const passes = (value: string) =>
  filterPlainHeaders(new Headers({ "retry-after": value }), /^retry-after$/).length === 1;

describe("filterPlainHeaders", () => {
  it.each([
    "0",
    "7",
    "0.5",
    "-5",
    "1000000000",
    "true",
    "false",
    "120ms",
    "54s",
    "6m0s",
    "1m26.4s",
    "1d2h",
    "2026-11-21T12:00:31Z",
    "2026-11-21T12:00:31.123+01:00",
    "Wed, 21 Oct 2026 07:28:00 GMT",
  ])("U16 passes %s", (value) => {
    expect(passes(value)).toBe(true);
  });

  it.each([
    "sk-canary-of-the-operator",
    "7 sk-canary",
    "7, 7",
    "NaN",
    "soon",
    "https://10.0.0.5/secret",
    "c2stY2FuYXJ5",
    "7".repeat(40),
    `${"7s".repeat(30)}x`,
    "2026-11-21Tsk-canaryZ",
  ])("U16 R6 does not pass %s", (value) => {
    expect(passes(value)).toBe(false);
  });
});
