import { describe, expect, it } from "vitest";
import { toRetryHeaders } from "../../http/retry-headers.js";
import { budgetExhausted } from "./refusals.js";

const berlin = { timeZone: "Europe/Berlin", now: Date.parse("2026-11-23T23:30:00+01:00") };

describe("budgetExhausted", () => {
  it.each([
    ["key", "day", { keyId: "k" }, 1_800],
    ["account", "week", {}, 6 * 86_400 + 1_800],
    ["key", "month", { keyId: "k" }, 7 * 86_400 + 1_800],
  ] as const)(
    "says that the budget of the %s renews with the next %s",
    (owner, period, key, seconds) => {
      const error = budgetExhausted({ ...berlin, ...key, period });
      expect(error.message).toBe(
        `The ${owner}'s budget for the ${period} does not cover this request. It renews with the next ${period}.`,
      );
      expect(error.retryAfterSeconds).toBe(seconds);
    },
  );

  it("says nothing of renewal for credits, and for the total of a key", () => {
    const ofCredits = budgetExhausted();
    expect(ofCredits.message).toBe("The account's budget does not cover this request.");
    const ofKey = budgetExhausted({ ...berlin, keyId: "k", period: "total" });
    expect(ofKey.message).toBe("The key's budget does not cover this request.");
    expect([ofCredits.retryAfterSeconds, ofKey.retryAfterSeconds]).toEqual([undefined, undefined]);
  });

  it("tells callers when to come back only if it renews within an hour, and never to retry by themselves", () => {
    const headersAt = (time: string) =>
      toRetryHeaders(budgetExhausted({ ...berlin, now: Date.parse(time), period: "day" }));
    const never = ["x-should-retry", "false"];
    expect(headersAt("2026-11-23T23:30:00.500+01:00")).toEqual([never, ["retry-after", "1800"]]);
    expect(headersAt("2026-11-23T22:59:59+01:00")).toEqual([never]);
    expect(toRetryHeaders(budgetExhausted())).toEqual([never]);
  });
});
