import { costOf } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { findPriced } from "./find-priced.js";
import { priceTable } from "./schema.js";
import { releasedTable } from "./table.js";

describe("the table of the release", () => {
  it("has the form that a file must have", () => {
    expect(priceTable.parse(releasedTable)).toEqual(releasedTable);
  });

  it("has each model once", () => {
    const ids = releasedTable.models.map(({ model }) => model);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(releasedTable.models.map(({ model, prices }) => [model, prices] as const))(
    "has a price of %s for which costs are exact, and that no cache makes dearer",
    (_model, prices) => {
      const none = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0 };
      const costs = costOf({ ...none, input: 1_000, reasoning: 0 }, prices);
      expect(costs).toBe(Math.round(prices.input * 1e6));
      expect(prices.cacheRead).toBeLessThan(prices.input);
      expect(prices.output).toBeGreaterThan(prices.input);
    },
  );
});

describe("findPriced", () => {
  it.each([
    "claude-haiku-4-5",
    "claude-haiku-4-5-20251001",
    "anthropic/claude-haiku-4-5",
    "us.vendor/anthropic/claude-haiku-4-5-2025-10-01",
  ])("finds %s", (id) => {
    expect(findPriced(releasedTable, id)?.model).toBe("claude-haiku-4-5");
  });

  it.each(["claude-haiku-4", "claude-haiku-4-5-latest", "haiku", ""])("does not know %j", (id) => {
    expect(findPriced(releasedTable, id)).toBeUndefined();
  });

  it("prefers the id as it is", () => {
    const [entry] = releasedTable.models;
    if (!entry) expect.fail("The table is empty.");
    const dated = { ...entry, model: "m-2026-01-01" };
    const models = [{ ...entry, model: "m" }, dated];
    expect(findPriced({ models }, "m-2026-01-01")).toBe(dated);
  });
});
