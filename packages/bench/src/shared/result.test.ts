import { describe, expect, it } from "vitest";
import { summarise } from "./result.ts";
import { orderOf } from "./run.ts";

describe("summarise", () => {
  it("returns the median with the range", () => {
    expect(summarise([3, 1, 10])).toEqual({ median: 3, low: 1, high: 10 });
    expect(summarise([4, 1, 10, 2])).toEqual({ median: 3, low: 1, high: 10 });
  });
});

describe("orderOf", () => {
  it("lets another one begin in each round", () => {
    const rounds = [-1, 0, 1, 2, 3].map((round) => orderOf(3, round));
    expect(rounds.map(([first]) => first)).toEqual([0, 0, 1, 2, 0]);
    expect(rounds.map((order) => order.toSorted())).toEqual(rounds.map(() => [0, 1, 2]));
  });
});
