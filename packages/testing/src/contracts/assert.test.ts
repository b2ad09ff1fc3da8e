import { ServiceError } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { assertEqual, assertPresent, assertRefuses, assertRejects, assertThat } from "./assert.js";

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

describe("assertRefuses", () => {
  const refusal = new ServiceError({ kind: "budget_exhausted", message: "No money is left." });

  it("gives the refusal of the kind that was expected", async () => {
    expect(await assertRefuses(Promise.reject(refusal), "budget_exhausted", "it")).toBe(refusal);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "another kind",
      () => Promise.reject(refusal),
      'it: the kind of the refusal: expected "rate_limited"',
    ],
    [
      "another error",
      () => Promise.reject(new TypeError("No.")),
      "it: expected a ServiceError, but it is TypeError: No.",
    ],
    [
      "no error",
      () => Promise.resolve({ a: 1 }),
      'it: expected a rejection, but it resolved with {"a":1}',
    ],
  ])("fails for %s", async (_, call, message) => {
    await expect(assertRefuses(call(), "rate_limited", "it")).rejects.toThrow(message);
  });
});

it("what is absent, does not hold or is not rejected fails, and nothing else", async () => {
  expect(assertPresent(null, "it")).toBeNull();
  expect(() => assertPresent(undefined, "it")).toThrow("it is absent");
  expect(() => assertThat(true, "No.")).not.toThrow();
  expect(() => assertThat(false, "No.")).toThrow("No.");
  expect(await assertRejects(Promise.reject("no"), "it")).toBe("no");
  const long = "x".repeat(600);
  await expect(assertRejects(Promise.resolve(long), "it")).rejects.toThrow(/ "x{499}…$/);
});
