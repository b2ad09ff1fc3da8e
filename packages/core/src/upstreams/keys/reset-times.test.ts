import { describe, expect, it } from "vitest";
import { readKeyDelay } from "./reset-times.js";

const now = Date.parse("2026-11-28T09:00:00Z");
const read = (headers: Record<string, string>) => readKeyDelay(new Headers(headers), now);

describe("readKeyDelay", () => {
  it.each<[string, Record<string, string>, number]>([
    ["seconds", { "retry-after": "7" }, 7_000],
    ["milliseconds, which are more exact", { "retry-after": "7", "retry-after-ms": "6500" }, 6_500],
    [
      "a date",
      { "retry-after": "Sat, 28 Nov 2026 09:00:30 GMT", date: "Sat, 28 Nov 2026 09:00:00 GMT" },
      30_000,
    ],
    ["more than an hour, of which an hour is believed", { "retry-after": "86400" }, 3_600_000],
    [
      "the date at which a limit begins anew",
      {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": "2026-11-28T09:00:12Z",
      },
      12_000,
    ],
    [
      "a duration",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0.5s" },
      360_500,
    ],
    [
      "a short duration",
      { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "250ms" },
      250,
    ],
    [
      "the later of two limits",
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "2s",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "9s",
      },
      9_000,
    ],
  ])("reads %s", (_case, headers, expected) => {
    expect(read(headers)).toBe(expected);
  });

  it.each<[string, Record<string, string>]>([
    ["no header", {}],
    ["no time", { "retry-after": "soon" }],
    ["a time that is over", { "retry-after": "-3", "retry-after-ms": "0" }],
    [
      "a limit that is not used up",
      { "x-ratelimit-remaining-tokens": "12", "x-ratelimit-reset-tokens": "9s" },
    ],
    [
      "a limit without a time",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "later" },
    ],
    [
      "a date that has passed",
      {
        "anthropic-ratelimit-tokens-remaining": "0",
        "anthropic-ratelimit-tokens-reset": "2026-11-28T08:00:00Z",
      },
    ],
  ])("reads nothing from %s", (_case, headers) => {
    expect(read(headers)).toBeUndefined();
  });
});
