import { describe, expect, it } from "vitest";
import type { RateStatus } from "../../../errors/rates.js";
import { toRateHeaders } from "./rate-headers.js";

const resetAt = Date.parse("2026-11-21T12:00:30.250Z");
const headersOf = (rates: RateStatus, vendor = "anthropic") =>
  Object.fromEntries(toRateHeaders(rates, vendor));

describe("toRateHeaders of Messages", () => {
  it("reports the limit, the remainder and the reset of each window, and the sum of the tokens", () => {
    const headers = headersOf({
      requests: { limit: 50, remaining: 49, resetAt },
      inputTokens: { limit: 40_000, remaining: 38_600, resetAt },
      outputTokens: { limit: 8_000, remaining: 400, resetAt: resetAt + 10_000 },
    });
    expect(headers).toEqual({
      "anthropic-ratelimit-requests-limit": "50",
      "anthropic-ratelimit-requests-remaining": "49",
      "anthropic-ratelimit-requests-reset": "2026-11-21T12:00:31Z",
      "anthropic-ratelimit-tokens-limit": "48000",
      "anthropic-ratelimit-tokens-remaining": "39000",
      "anthropic-ratelimit-tokens-reset": "2026-11-21T12:00:41Z",
      "anthropic-ratelimit-input-tokens-limit": "40000",
      "anthropic-ratelimit-input-tokens-remaining": "39000",
      "anthropic-ratelimit-input-tokens-reset": "2026-11-21T12:00:31Z",
      "anthropic-ratelimit-output-tokens-limit": "8000",
      "anthropic-ratelimit-output-tokens-remaining": "0",
      "anthropic-ratelimit-output-tokens-reset": "2026-11-21T12:00:41Z",
    });
  });

  it("omits rates that do not limit the request", () => {
    expect(headersOf({})).toEqual({});
    expect(Object.keys(headersOf({ outputTokens: { limit: 1, remaining: 1, resetAt } }))).toEqual([
      "anthropic-ratelimit-tokens-limit",
      "anthropic-ratelimit-tokens-remaining",
      "anthropic-ratelimit-tokens-reset",
      "anthropic-ratelimit-output-tokens-limit",
      "anthropic-ratelimit-output-tokens-remaining",
      "anthropic-ratelimit-output-tokens-reset",
    ]);
  });

  it("uses the name of another vendor", () => {
    const headers = headersOf({ requests: { limit: 1, remaining: 0, resetAt } }, "example");
    expect(headers).toMatchObject({ "example-ratelimit-requests-remaining": "0" });
  });
});
