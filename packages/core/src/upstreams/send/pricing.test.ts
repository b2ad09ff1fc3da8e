import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import type { PriceList } from "../../accounts/prices/prices.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import { pricingOf } from "./pricing.js";

const fine = { input: 1, output: 2 };

/** What a price list says at a time. */
function saidBy(prices: PriceList | undefined, now = "2020-11-20", audioAt?: string) {
  const upstream = upstreamOf(
    messagesUpstream({ id: "m", baseUrl: "http://upstream.test/v1", ...(prices && { prices }) }),
  );
  if (!upstream) throw new Error("It is an upstream.");
  return pricingOf(upstream, { clock: createFakeClock(Date.parse(now)), audioAt });
}

describe("what a price list says about a request", () => {
  it("is nothing where nothing costs anything", () => {
    expect(saidBy(undefined)).toBeUndefined();
    expect(saidBy({ input: 0, output: 0 })).toBeUndefined();
  });

  it("is what the list accepts, whether it has prices for long contexts, and where sounds begin", () => {
    const accepts = { speed: 6 };
    const longContext = { ...fine, above: 100 };
    expect(saidBy(fine)).toEqual({ accepts: undefined, longContext: false, audioAt: undefined });
    expect(saidBy({ ...fine, accepts, longContext }, undefined, "/messages/0")).toEqual({
      accepts,
      longContext: true,
      audioAt: "/messages/0",
    });
  });

  it("is what the prices of that day say", () => {
    const list = [
      { from: "2020-01-01", input: 0, output: 0 },
      { from: "2020-11-21", ...fine },
    ];
    expect(saidBy(list, "2020-11-20T23:59:59Z")).toBeUndefined();
    expect(saidBy(list, "2020-11-21T00:00:00Z")).toBeDefined();
  });
});
