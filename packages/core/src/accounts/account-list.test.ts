import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectAccounts } from "./account-list.js";

const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

describe("selectAccounts", () => {
  it("has each id once, in the order in which databases sort the bytes", () => {
    const ids = fc.array(fc.string({ unit: "binary", minLength: 1 }), { maxLength: 20 });
    fc.assert(
      fc.property(ids, (some) => {
        const sorted = [...new Set(some)].sort(byBytes);
        expect(selectAccounts([...some, ...some], { limit: 1_000 })).toEqual(sorted);
      }),
    );
    expect(selectAccounts(["🙂", "\uffee", "b", "B"])).toEqual(["B", "b", "\uffee", "🙂"]);
  });

  it("begins after an id, which need not exist, and ends at the limit", () => {
    const ids = ["d", "a", "c", "b"];
    expect(selectAccounts(ids, { limit: 2 })).toEqual(["a", "b"]);
    expect(selectAccounts(ids, { after: "b", limit: 2 })).toEqual(["c", "d"]);
    expect(selectAccounts(ids, { after: "bb" })).toEqual(["c", "d"]);
    expect(selectAccounts(ids, { after: "d" })).toEqual([]);
  });

  it("refuses limits below 1 and above 1,000", () => {
    for (const limit of [0, 1_001, 1.5, Number.NaN]) {
      expect(() => selectAccounts([], { limit })).toThrow("limit must be a whole number");
    }
  });
});
