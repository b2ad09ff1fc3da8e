import { describe, expect, it } from "vitest";
import type { RateStatus } from "../../../errors/rates.js";
import { toDuration } from "./duration.js";
import { toRateHeaders } from "./rate-headers.js";

const now = 1_000_000;
const headersOf = (rates: RateStatus) => Object.fromEntries(toRateHeaders(rates, now));

describe("toRateHeaders of Chat Completions", () => {
  it("shows limit, rest and reset of requests and of the tighter token limit", () => {
    const headers = headersOf({
      requests: { limit: 50, remaining: 49, resetAt: now + 54_000 },
      inputTokens: { limit: 40_000, remaining: 38_600, resetAt: now + 1 },
      outputTokens: { limit: 8_000, remaining: 400, resetAt: now + 51_174 },
    });
    expect(headers).toEqual({
      "x-ratelimit-limit-requests": "50",
      "x-ratelimit-remaining-requests": "49",
      "x-ratelimit-reset-requests": "54s",
      "x-ratelimit-limit-tokens": "8000",
      "x-ratelimit-remaining-tokens": "400",
      "x-ratelimit-reset-tokens": "51.174s",
    });
  });

  it("omits rates that do not limit the request", () => {
    expect(headersOf({})).toEqual({});
    expect(headersOf({ inputTokens: { limit: 9, remaining: 8, resetAt: now } })).toEqual({
      "x-ratelimit-limit-tokens": "9",
      "x-ratelimit-remaining-tokens": "8",
      "x-ratelimit-reset-tokens": "0s",
    });
  });
});

describe("toDuration", () => {
  it.each([
    [-5, "0s"],
    [0, "0s"],
    [0.2, "1ms"],
    [120, "120ms"],
    [999.5, "1s"],
    [51_174, "51.174s"],
    [54_000, "54s"],
    [60_000, "1m0s"],
    [86_400, "1m26.4s"],
  ])("writes %d milliseconds as %s", (milliseconds, duration) => {
    expect(toDuration(milliseconds)).toBe(duration);
  });
});
