import type { Profiler } from "node:inspector";
import { describe, expect, it } from "vitest";
import { toFlameGraph } from "./flame-graph.ts";

function nodeOf(id: number, functionName: string, children: number[] = []): Profiler.ProfileNode {
  const callFrame = { functionName, scriptId: "1", url: "", lineNumber: 0, columnNumber: 0 };
  return { id, callFrame, children };
}

describe("toFlameGraph", () => {
  it("draws each function as wide as what it took with all that it called", () => {
    const profile: Profiler.Profile = {
      nodes: [
        nodeOf(1, "(root)", [2, 4]),
        nodeOf(2, "outer", [3]),
        nodeOf(3, "<inner>"),
        nodeOf(4, "(idle)"),
      ],
      startTime: 0,
      endTime: 6_000,
      samples: [2, 3, 3, 4],
      timeDeltas: [1_000, 1_000, 2_000, 2_000],
    };
    const graph = toFlameGraph(profile);
    const titles = [...graph.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      "all: 4.0 ms, 100.0 %",
      "outer: 4.0 ms, 100.0 %",
      "&lt;inner&gt;: 3.0 ms, 75.0 %",
    ]);
  });
});
