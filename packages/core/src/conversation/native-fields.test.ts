import { describe, expect, it } from "vitest";
import {
  dropped,
  isEmpty,
  isOneOf,
  noOp,
  refused,
  refusedOrDropped,
  ruleOf,
  rulesOf,
} from "./native-fields.js";

const field = refused("Not here.", noOp("One.", isOneOf(1)), noOp("Few.", isOneOf(1, 2)));

describe("a native field", () => {
  it("has one rule for all values without a case, and the first case that fits for others", () => {
    expect(ruleOf(field, 3)).toEqual({ outcome: "refused", reason: "Not here." });
    expect(ruleOf(field, 1)).toEqual({ outcome: "no_op", reason: "One." });
    expect(ruleOf(field, 2)).toEqual({ outcome: "no_op", reason: "Few." });
    expect(rulesOf(field).map(({ reason }) => reason)).toEqual(["Not here.", "One.", "Few."]);
  });

  it("loses nothing by a null or by its absence", () => {
    expect(ruleOf(field, null).outcome).toBe("no_op");
    expect(ruleOf(dropped("Left out."), undefined).outcome).toBe("no_op");
  });

  it("is refused for good, unless it says that it may be left out", () => {
    expect(ruleOf(field, 3).whenWarned).toBeUndefined();
    expect(ruleOf(refusedOrDropped("Not here."), 3).whenWarned).toBe("dropped");
    expect(ruleOf(dropped("Left out."), 3).outcome).toBe("dropped");
  });
});

describe("isEmpty", () => {
  it("is true of lists and objects without anything in them only", () => {
    expect([[], {}].every(isEmpty)).toBe(true);
    expect([[0], { a: 1 }, null, "", 0].some(isEmpty)).toBe(false);
  });
});
