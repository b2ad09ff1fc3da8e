import { describe, expect, it } from "vitest";
import { addRange, joinRanges, type Range } from "./range.js";

describe("ranges", () => {
  it.each<[string, readonly Range[], readonly Range[]]>([
    [
      "that are apart stay, in order",
      [
        [5, 6],
        [1, 2],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      "that touch become one",
      [
        [2, 4],
        [0, 2],
      ],
      [[0, 4]],
    ],
    [
      "that overlap become one",
      [
        [0, 3],
        [2, 4],
      ],
      [[0, 4]],
    ],
    [
      "within others are gone",
      [
        [0, 9],
        [2, 4],
        [9, 9],
      ],
      [[0, 9]],
    ],
    ["may be none", [], []],
  ])("%s", (_case, ranges, joined) => {
    expect(joinRanges(ranges)).toEqual(joined);
  });

  it("are joined with the last one of a list only if they begin in it", () => {
    const ranges: Range[] = [
      [0, 2],
      [5, 7],
    ];
    for (const range of [
      [5, 6],
      [7, 8],
      [3, 9],
      [0, 1],
    ] as const)
      addRange(ranges, range);
    expect(ranges).toEqual([
      [0, 2],
      [5, 8],
      [3, 9],
      [0, 1],
    ]);
  });
});
