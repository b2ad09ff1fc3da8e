import { describe, expect, it } from "vitest";
import { assertEqual } from "./assert.js";

describe("assertEqual", () => {
  it.each<[string, unknown, unknown]>([
    ["objects with other members", { a: 1 }, { a: 2 }],
    ["an object with one member more", { a: 1, b: null }, { a: 1 }],
    ["a list and an object with its indexes", ["a"], { 0: "a" }],
    ["a list and a longer one", ["a"], ["a", undefined]],
    ["bytes and other bytes", Uint8Array.of(1, 2), Uint8Array.of(1, 3)],
    ["bytes and their beginning", Uint8Array.of(1, 2), Uint8Array.of(1)],
    ["bytes and a list of them", Uint8Array.of(1), [1]],
    ["zero and its negative", 0, -0],
  ])("distinguishes %s", (_, one, other) => {
    expect(() => assertEqual(one, other, "it")).toThrow("it: expected ");
    expect(() => assertEqual(other, one, "it")).toThrow("it: expected ");
  });

  it.each<[string, unknown, unknown]>([
    ["members in another order", { a: [1], b: 2 }, { b: 2, a: [1] }],
    ["a member that is undefined and none", { a: 1, b: undefined }, { a: 1 }],
    ["bytes of two buffers", Uint8Array.of(1, 2), Uint8Array.of(0, 1, 2).subarray(1)],
    ["what is no number", Number.NaN, Number.NaN],
  ])("takes for equal %s", (_, one, other) => {
    expect(() => assertEqual(one, other, "it")).not.toThrow();
    expect(() => assertEqual(other, one, "it")).not.toThrow();
  });

  it("fails with both values, which runners show side by side", () => {
    let failure: unknown;
    try {
      assertEqual({ spent: 4 }, { spent: 5 }, "the balance");
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({
      name: "AssertionError",
      message: 'the balance: expected {"spent":5}, but it is {"spent":4}',
      expected: { spent: 5 },
      actual: { spent: 4 },
    });
  });
});
