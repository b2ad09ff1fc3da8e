import { describe, expect, it } from "vitest";
import type { Curve } from "../shared/result.ts";
import { toPlot } from "./plot.ts";

const measured = (median: number) => ({ median, low: median, high: median });

const curve: Curve = {
  id: "tools",
  title: "More & more tools",
  x: "tools",
  y: "times",
  series: [
    {
      name: "relay",
      points: [
        [0, measured(4)],
        [1, measured(4)],
        [100, measured(2)],
      ],
    },
  ],
};

describe("toPlot", () => {
  it("draws a flat line flat, and larger values to the right", () => {
    const [, points = ""] = /<polyline .*points="(.*)"/.exec(toPlot(curve)) ?? [];
    const [zero = [], one = [], hundred = []] = points
      .split(" ")
      .map((at) => at.split(",").map(Number));
    expect(zero[1]).toBe(one[1]);
    expect(hundred[1]).toBeGreaterThan(one[1] ?? 0);
    expect([zero[0], one[0], hundred[0]]).toEqual(
      [zero[0], one[0], hundred[0]].toSorted((a, b) => a! - b!),
    );
  });

  it("says in words what it shows", () => {
    const plot = toPlot(curve);
    expect(plot).toContain("More &amp; more tools");
    expect(plot).toContain("relay: 4.00 at 0, 4.00 at 1, 2.00 at 100.");
  });
});
