import { describe, expect, it } from "vitest";
import { toRetryHeaders } from "../../http/retry-headers.js";
import { budgetExhausted } from "./refusals.js";

const berlin = { timeZone: "Europe/Berlin", now: Date.parse("2026-11-23T23:30:00+01:00") };

const shortfall = { wanted: 15_000_000, available: 1_200_000 };

describe("budgetExhausted", () => {
  it.each([
    ["key", "day", { keyId: "k" }, 1_800],
    ["account", "week", {}, 6 * 86_400 + 1_800],
    ["key", "month", { keyId: "k" }, 7 * 86_400 + 1_800],
  ] as const)(
    "says that the budget of the %s renews with the next %s",
    (owner, period, key, seconds) => {
      const error = budgetExhausted(shortfall, { ...berlin, ...key, period });
      expect(error.message).toBe(
        `The ${owner}'s budget for the ${period} does not cover this request, which may cost $0.015: $0.0012 is left. A smaller max_tokens may fit. The budget renews with the next ${period}.`,
      );
      expect(error.retryAfterSeconds).toBe(seconds);
    },
  );

  it("says nothing of renewal for credits, and for the total of a key", () => {
    const ofCredits = budgetExhausted(shortfall);
    const amounts =
      "does not cover this request, which may cost $0.015: $0.0012 is left. A smaller max_tokens may fit.";
    expect(ofCredits.message).toBe(`The account's credit ${amounts}`);
    const ofKey = budgetExhausted(shortfall, { ...berlin, keyId: "k", period: "total" });
    expect(ofKey.message).toBe(`The key's budget ${amounts}`);
    expect([ofCredits.retryAfterSeconds, ofKey.retryAfterSeconds]).toEqual([undefined, undefined]);
  });

  it.each([
    [0, "nothing is left."],
    [-5, "nothing is left."],
    [1, "$0.000000001 is left. A smaller max_tokens may fit."],
    [1_500_000_000, "$1.50 is left. A smaller max_tokens may fit."],
    [20_000_000_000, "$20.00 is left. A smaller max_tokens may fit."],
  ])("says of %i nano-dollars that %s", (available, words) => {
    const { message } = budgetExhausted({ wanted: 30_000_000_000, available });
    expect(message).toBe(
      `The account's credit does not cover this request, which may cost $30.00: ${words}`,
    );
  });

  it("tells callers when to come back only if it renews within an hour, and never to retry by themselves", () => {
    const headersAt = (time: string) =>
      toRetryHeaders(
        budgetExhausted(shortfall, { ...berlin, now: Date.parse(time), period: "day" }),
      );
    const never = ["x-should-retry", "false"];
    expect(headersAt("2026-11-23T23:30:00.500+01:00")).toEqual([never, ["retry-after", "1800"]]);
    expect(headersAt("2026-11-23T22:59:59+01:00")).toEqual([never]);
    expect(toRetryHeaders(budgetExhausted(shortfall))).toEqual([never]);
  });
});
