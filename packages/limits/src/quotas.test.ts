import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesOf, windowsOf } from "./quotas.js";

const limits = { requestsPerMinute: 1, concurrentRequests: 1 };

function namesOf(id: string, accountId: string): readonly string[] {
  const key = { id, accountId, models: "all" as const, limits, accountLimits: limits };
  const defaults = { keys: {}, accounts: {} };
  return [...windowsOf(key, 1, defaults), ...placesOf(key, defaults)].map(({ name }) => name);
}

describe("the quotas of a request", () => {
  it("give every key and every account names of their own, whatever their ids", () => {
    const id = fc.oneof(fc.string(), fc.stringMatching(/^[a}:{]{0,6}$/));
    fc.assert(
      fc.property(id, id, id, id, (one, ofOne, two, ofTwo) => {
        const names = new Set([...namesOf(one, ofOne), ...namesOf(two, ofTwo)]);
        const holders = new Set([ofOne, ofTwo].map((account) => JSON.stringify([account])));
        const keys = new Set(
          [
            [ofOne, one],
            [ofTwo, two],
          ].map((pair) => JSON.stringify(pair)),
        );
        expect(names.size).toBe((holders.size + keys.size) * 2);
      }),
    );
  });

  it("keep all counts of a request on one node of a cluster", () => {
    const tags = namesOf("key", "a}b").map((name) => /\{(.*?)\}/.exec(name)?.[1]);
    expect(new Set(tags)).toEqual(new Set(["a%7Db"]));
  });
});
