import { describe, expect, it } from "vitest";
import { readPriceTable } from "./price-table.js";

describe("readPriceTable", () => {
  it("reads the prices of each model, fixed or by date", () => {
    const value = {
      small: { input: 0.1, output: 0.4, longContext: { above: 200_000, input: 0.2, output: 0.8 } },
      large: [
        { from: "2026-01-01", input: 3, output: 15 },
        { from: "2026-09-01", input: 2, output: 10, cacheRead: 0.2 },
      ],
    };
    const table = readPriceTable(value);
    expect({ ...table }).toEqual(value);
    expect(Object.isFrozen(table)).toBe(true);
  });

  it("has exactly the names of the table, whatever they are", () => {
    const table = readPriceTable(
      JSON.parse('{"__proto__": {"input":1,"output":1}, "constructor": {"input":2,"output":2}}'),
    );
    expect(Object.entries(table)).toEqual([
      ["__proto__", { input: 1, output: 1 }],
      ["constructor", { input: 2, output: 2 }],
    ]);
    expect(table.toString).toBeUndefined();
  });

  it.each([undefined, null, 3, "{}", []])("refuses %j for a table", (value) => {
    expect(() => readPriceTable(value)).toThrow('readPriceTable: "prices" must be an object');
  });

  it("names the model and the invalid price", () => {
    const fine = { input: 1, output: 1 };
    expect(() => readPriceTable({ fine, m: { ...fine, cache_read: 1 } })).toThrow(
      '"prices.m.cache_read" is not an option; did you mean "prices.m.cacheRead"?',
    );
    expect(() => readPriceTable({ fine, m: [{ ...fine, from: "soon" }] })).toThrow(
      '"prices.m[0].from" must be a day',
    );
  });

  it("accepts prices that have not begun yet: a table may be older or newer than today", () => {
    const table = { m: [{ from: "2999-01-01", input: 1, output: 1 }] };
    expect(readPriceTable(table)).toEqual(table);
  });
});
