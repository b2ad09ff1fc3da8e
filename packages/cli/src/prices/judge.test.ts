import type { PriceList } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.js";
import type { PricedModel } from "./schema.js";

const now = Date.parse("2026-11-20T12:00:00Z");
const listed: PricedModel = {
  model: "large",
  prices: { input: 2, output: 10, cacheRead: 0.2 },
  date: "2026-10-24",
  source: "https://vendor.example/pricing",
};
const judged = (prices: PriceList | undefined, entry: PricedModel | undefined = listed) =>
  judge({ model: "large", prices }, entry, now);

describe("judge", () => {
  it.each([
    ["missing", undefined],
    ["current", { input: 2, output: 10, cacheRead: 0.2 }],
    ["current", { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 3, cacheWriteLong: 4 }],
    ["old", { input: 3, output: 15, cacheRead: 0.3 }],
    ["old", { input: 2, output: 10 }],
  ] as const)("says %s of %j", (state, prices) => {
    expect(judged(prices).state).toBe(state);
  });

  it("says that a model is not in the table, whatever its prices are", () => {
    const { state, listed: entry } = judge(
      { model: "large", prices: { input: 1, output: 1 } },
      undefined,
      now,
    );
    expect([state, entry]).toEqual(["unknown", undefined]);
  });

  it("names each price that differs, with the one that the config charges", () => {
    expect(judged({ input: 2, output: 15 }).differences).toEqual([
      { name: "output", configured: 15, listed: 10 },
      { name: "cacheRead", configured: 2, listed: 0.2 },
    ]);
  });

  it("compares the prices of long requests, if the table has any", () => {
    const longContext = { above: 100_000, input: 4, output: 15 };
    const entry = { ...listed, prices: { ...listed.prices, longContext } };
    expect(judged(listed.prices, entry).differences).toEqual([
      { name: "longContext.input", listed: 4 },
      { name: "longContext.output", listed: 15 },
    ]);
    expect(judged(entry.prices, entry).state).toBe("current");
    expect(judged(entry.prices).state).toBe("current");
  });

  it("names the units of requests that have no price", () => {
    const units = ["seconds", "images"];
    const model = { model: "large", units, prices: { ...listed.prices, units: { images: 0.04 } } };
    expect(judge(model, listed, now)).toMatchObject({ state: "current", unpriced: ["seconds"] });
    expect(judge({ ...model, units: ["images"] }, listed, now).unpriced).toBeUndefined();
  });

  it("looks at the prices that apply now, in whatever order the list has them", () => {
    const before = { from: "2026-01-01", input: 3, output: 15 };
    const current = { from: "2026-06-01", ...listed.prices };
    const later = { from: "2027-01-01", input: 9, output: 9 };
    expect(judged([later, current, before])).toMatchObject({ state: "current", prices: current });
    expect(judged([later])).toMatchObject({ state: "newer", prices: later });
  });

  it("does not call prices old that begin after the day of the table", () => {
    const prices = { input: 1, output: 5 };
    expect(judged([{ from: "2026-10-25", ...prices }]).state).toBe("newer");
    expect(judged([{ from: "2026-10-24", ...prices }]).state).toBe("old");
  });
});
