import { describe, expect, it } from "vitest";
import { assertFewItems, tooMuchUnsaid } from "./reply-items.js";

const listOf = (name: string, length: number) => ({ name, list: Array(length).fill({}) });

describe("assertFewItems", () => {
  it("lets 2,000 items of each kind pass, and what is not a list", () => {
    const lists = [listOf("blocks", 1_500), listOf("blocks", 500), listOf("calls", 2_000)];
    expect(() => assertFewItems([...lists, { name: "choices", list: "odd" }], 2_000)).not.toThrow();
  });

  it.each([
    ["in one list", [listOf("calls", 2_001)]],
    ["in several", [listOf("calls", 1_500), listOf("blocks", 9), listOf("calls", 501)]],
    ["in many", Array.from({ length: 2_001 }, () => listOf("calls", 1))],
  ])("refuses more, %s", (_where, lists) => {
    expect(() => assertFewItems(lists, 2_000)).toThrow(
      expect.objectContaining({
        kind: "upstream_bad_response",
        cause: expect.objectContaining({ message: "The reply has more than 2000 calls." }),
      }),
    );
  });

  it("refuses fewer where a reply of any form may have only so many, and never lets more pass", () => {
    const refusal = (most: number) =>
      expect.objectContaining({ cause: new Error(`The reply has more than ${most} calls.`) });
    expect(() => assertFewItems([listOf("calls", 3)], 3)).not.toThrow();
    expect(() => assertFewItems([listOf("calls", 4)], 3)).toThrow(refusal(3));
    expect(() => assertFewItems([listOf("calls", 2_001)], 5_000)).toThrow(refusal(2_000));
  });
});

describe("tooMuchUnsaid", () => {
  it("tells the operator the limit", () => {
    const error = tooMuchUnsaid(100);
    expect([error.kind, (error.cause as Error).message]).toEqual([
      "upstream_bad_response",
      "More than 100 characters arrived that say nothing yet.",
    ]);
  });
});
