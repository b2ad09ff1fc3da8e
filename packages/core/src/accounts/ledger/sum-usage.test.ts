import { describe, expect, it } from "vitest";
import { settledRowOf } from "../../../test/rows.js";
import { sumUsage } from "./sum-usage.js";

const day = 86_400_000;
const always = { from: 0, to: 10 * day };
const one = { attempts: 1, input: 1, output: 1, costNanoDollars: 4 };
const two = { attempts: 2, input: 2, output: 2, costNanoDollars: 8 };
const counts = { cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, reasoning: 0 };

describe("sumUsage", () => {
  it("sums counts, attempts and costs of each group", () => {
    const rows = [
      settledRowOf("1", { model: "m", openedAt: 0 }),
      settledRowOf("2", { model: "n", openedAt: day }),
      settledRowOf("3", { model: "m", openedAt: day - 1 }),
    ];
    expect(sumUsage(rows, { ...always, groupBy: ["day", "model"] })).toEqual(
      [
        { day: "1970-01-01", model: "m", ...two, lastUsedAt: day - 1 },
        { day: "1970-01-02", model: "n", ...one, lastUsedAt: day },
      ].map((sum) => ({ ...counts, ...sum })),
    );
  });

  it("sums all rows when no grouping is given, and returns nothing when there are no rows", () => {
    const rows = [settledRowOf("1"), settledRowOf("2")];
    expect(sumUsage(rows, { ...always, groupBy: [] })).toMatchObject([{ attempts: 2 }]);
    expect(sumUsage([], { ...always, groupBy: [] })).toEqual([]);
  });

  it("counts attempts that reached a model, or may have", () => {
    const states = ["settled", "released", "recovered"] as const;
    const rows = states.map((state) => settledRowOf(state, { state }));
    expect(sumUsage(rows, { ...always, groupBy: [] })).toMatchObject([{ attempts: 2 }]);
  });

  it("selects one account, from one moment until just before another", () => {
    const rows = [0, 1, 2, 3].map((openedAt) => settledRowOf(`${openedAt}`, { openedAt }));
    const query = { from: 1, to: 3, groupBy: ["account"] } as const;
    expect(sumUsage(rows, query)).toMatchObject([{ accountId: "a", attempts: 2 }]);
    expect(sumUsage(rows, { ...query, accountId: "b" })).toEqual([]);
  });

  it("sums by end user and session, and what has none in a group without a name", () => {
    const rows = [
      settledRowOf("1", { endUser: "ada", sessionId: "s-1" }),
      settledRowOf("2", { endUser: "ada", sessionId: "s-2" }),
      settledRowOf("3"),
    ];
    expect(sumUsage(rows, { ...always, groupBy: ["end_user"] })).toMatchObject([
      { endUser: "", attempts: 1 },
      { endUser: "ada", attempts: 2 },
    ]);
    const sums = sumUsage(rows, { ...always, groupBy: ["session"] });
    expect(sums.map(({ sessionId }) => sessionId)).toEqual(["", "s-1", "s-2"]);
  });

  it("sorts the groups by their names, one name after the other", () => {
    const names = [
      ["b", "k"],
      ["a b", "k"],
      ["a", "l"],
      ["a", "k"],
      ['a"', "k"],
      ["é", "k"],
    ] as const;
    const rows = names.map(([model, keyId], index) => settledRowOf(`${index}`, { model, keyId }));
    const sums = sumUsage(rows, { ...always, groupBy: ["model", "key"] });
    const order = ["a k", "a l", "a b k", 'a" k', "b k", "é k"];
    expect(sums.map(({ model, keyId }) => `${model} ${keyId}`)).toEqual(order);
  });
});
