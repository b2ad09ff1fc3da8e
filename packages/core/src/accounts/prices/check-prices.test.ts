import { describe, expect, it } from "vitest";
import { checkOptions } from "../../validation/check-options.js";
import { validPricesAt } from "./check-prices.js";

const now = Date.parse("2026-11-21");
const fine = { input: 1, output: 2 };
const check = (prices: unknown) => () => {
  checkOptions("defineModel", prices, validPricesAt(now), "prices");
};

describe("prices", () => {
  // The first, since the check is made for the first value that it is asked about.
  it("may be a list of all that there is, and need a date and a threshold", () => {
    const caches = { cacheRead: 0, cacheWrite: 1, cacheWriteLong: 2 };
    const longContext = { ...fine, ...caches, above: 200_000 };
    const mediaTokens = { image: 5_000, other: 20_000 };
    const whole = { from: "2026-11-01", ...fine, ...caches, longContext, mediaTokens };
    expect(check([whole])).not.toThrow();
    expect(check([{ ...whole, from: undefined }])).toThrow('"prices[0].from" must be a day');
    expect(check([{ ...whole, longContext: fine }])).toThrow('longContext.above" must be a whole');
  });

  it.each<[string, unknown]>([
    ["prices of 0", { input: 0, output: 0, cacheRead: undefined }],
    ["prices of caches", { ...fine, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteLong: 2 }],
    ["prices of a long context", { ...fine, longContext: { ...fine, above: 200_000 } }],
    ["a long context from the first token", { ...fine, longContext: { ...fine, above: 0 } }],
    [
      "members that are accepted",
      { ...fine, accepts: { service_tier: { priority: 2, flex: 0.5 }, speed: 6, free: 0 } },
    ],
    ["the highest factor", { ...fine, accepts: { speed: 100 } }],
    ["the tokens of media", { ...fine, mediaTokens: { image: 48_169, other: 20_000 } }],
    ["the highest prices", { input: 1_000, output: 1_000 }],
    ["a list with a price that begins now", [{ ...fine, from: "2026-11-21" }]],
    [
      "a list with a price that has already begun",
      [
        { ...fine, from: "2027-01-01" },
        { ...fine, from: "2025-01-01T00:00:00.5-08:00" },
      ],
    ],
  ])("accepts %s", (_name, prices) => {
    expect(check(prices)).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ["a number", 3, '"prices" must be an object, not 3.'],
    ["null", null, '"prices" must be an object, not null.'],
    ["no price of output", { input: 1 }, '"prices.output" must be a number from 0 to 1,000'],
    ["no price of input", { output: 1 }, '"prices.input" must be a number from 0 to 1,000'],
    ["a price that is an object", { ...fine, output: {} }, "not an object."],
    ["a price that nobody asks", { ...fine, output: 1_000.01 }, "not 1000.01."],
    ["a text", { ...fine, cacheWrite: "1" }, 'dollars per million tokens, not "1".'],
    [
      "a factor that is a text",
      { ...fine, accepts: { speed: { fast: "6" } } },
      '"prices.accepts.speed.fast" must be a number from 0 to 100, by which all prices are multiplied, not "6".',
    ],
    ["a factor below 0", { ...fine, accepts: { speed: -1 } }, '"prices.accepts.speed" must be'],
    ["a factor above 100", { ...fine, accepts: { speed: 101 } }, "not 101."],
    ["members that are accepted without factors", { ...fine, accepts: ["speed"] }, "not a list."],
    [
      "an image of no tokens",
      { ...fine, mediaTokens: { image: 0 } },
      '"prices.mediaTokens.image" must be a whole number of at least 1, not 0.',
    ],
    ["a misspelt price", { ...fine, cache_read: 1 }, 'did you mean "prices.cacheRead"?'],
    ["a date outside of a list", { ...fine, from: "2026-01-01" }, '"prices.from" is not an option'],
    [
      "a member named __proto__",
      JSON.parse('{"input":1,"output":1,"__proto__":1}'),
      '"prices.__proto__" is not an option',
    ],
    [
      "a list for a long context",
      { ...fine, longContext: [] },
      '"prices.longContext" must be an object, not a list.',
    ],
    [
      "no threshold of a long context",
      { ...fine, longContext: fine },
      '"prices.longContext.above" must be a whole number of at least 0, not undefined.',
    ],
    [
      "half a token",
      { ...fine, longContext: { ...fine, above: 0.5 } },
      "must be a whole number of at least 0, not 0.5.",
    ],
    [
      "a threshold below 0",
      { ...fine, longContext: { ...fine, above: -1 } },
      "must be a whole number of at least 0, not -1.",
    ],
    [
      "a long context in another",
      { ...fine, longContext: { ...fine, above: 1, longContext: fine } },
      '"prices.longContext.longContext" is not an option',
    ],
    ["an empty list", [], '"prices" must be a list with at least one entry, not an empty one.'],
    ["a list with null", [null], '"prices[0]" must be an object, not null.'],
    [
      "a price in a list",
      [{ ...fine, input: -1, from: "2026-01-01" }],
      '"prices[0].input" must be a number from 0 to 1,000, the dollars per million tokens, not -1.',
    ],
    [
      "no date in a list",
      [fine],
      '"prices[0].from" must be a day such as "2026-11-01" or a time with its zone, not undefined.',
    ],
    ["a day that is none", [{ ...fine, from: "2026-13-01" }], 'not "2026-13-01".'],
    ["a time without a zone", [{ ...fine, from: "2026-01-01T00:00" }], "a time with its zone"],
    [
      "a list that has not begun",
      [{ ...fine, from: "2026-11-22" }],
      '"prices" must have begun: no entry applies today.',
    ],
  ])("refuses %s", (_name, prices, message) => {
    expect(check(prices)).toThrow(TypeError);
    expect(check(prices)).toThrow(message);
  });
});
