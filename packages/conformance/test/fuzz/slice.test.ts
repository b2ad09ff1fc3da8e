import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSlice, shrink } from "../../fuzz/slice.js";
import { targetOf } from "../../fuzz/target.js";

/** A target whose promise does not hold for numbers from 1,000. */
const small = targetOf({
  name: "small",
  promise: "A number is small.",
  cases: fc.nat({ max: 100_000 }),
  check(number) {
    if (number >= 1_000) throw new Error("It is not small.");
  },
});

const slice = { target: small, seed: 7, milliseconds: 60_000, cases: 1_000 };

describe("a slice", () => {
  it("ends with the first case for which the promise does not hold", async () => {
    const { cases, finding } = await runSlice(slice);
    expect(cases).toBeGreaterThan(0);
    expect(finding).toMatchObject({ target: "small", seed: 7 });
    expect(finding?.input).toBeGreaterThanOrEqual(1_000);
  });

  it("tries all of its cases if the promise holds for each", async () => {
    const target = { ...small, check: () => undefined };
    expect(await runSlice({ ...slice, target })).toEqual({ cases: 1_000, finding: undefined });
  });

  it("finds the same case again from its seed and its path", async () => {
    const { finding } = await runSlice(slice);
    const again = await runSlice({ ...slice, path: finding?.path });
    expect(again.finding?.input).toBe(finding?.input);
  });

  it("is followed by a search for the smallest case that fails alike", async () => {
    const { finding } = await runSlice(slice);
    const smallest = finding && (await shrink(small, finding));
    expect(smallest?.input).toBe(1_000);
    const again = await runSlice({ ...slice, path: smallest?.path });
    expect(again.finding?.input).toBe(1_000);
  });
});
