import type { JestExpect } from "@jest/expect";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Fake } from "../../src/fake/fake.js";
import type { FakeMatchers } from "../../src/matchers/jest.js";
import "../../src/matchers/vitest.js";
import { handMadeCall, handMadeFake } from "../matchers/hand-made-call.js";

/** What the types of both runners must know of an assertion about a fake. */
type KnowsMatchers<Assertion> = keyof FakeMatchers<void> extends keyof Assertion ? true : false;

describe("the types of the entries", () => {
  it("add every matcher to the assertions of Vitest", () => {
    const assertion = expect(handMadeFake([]));
    expectTypeOf<KnowsMatchers<typeof assertion>>().toEqualTypeOf<true>();
    expectTypeOf(assertion.toHaveReceivedRequests).toEqualTypeOf<(count: number) => void>();
    expectTypeOf(assertion.not.toHaveBeenAborted).toEqualTypeOf<() => void>();
    expectTypeOf(expect(Promise.resolve()).resolves.toHaveBeenAborted).returns.resolves.toBeVoid();
    // @ts-expect-error a count is a number
    expect(() => expect(handMadeFake([])).toHaveReceivedRequests("0")).toThrow();
  });

  it("add every matcher to the assertions of Jest", () => {
    type Assertion = ReturnType<JestExpect>;
    expectTypeOf<KnowsMatchers<Assertion>>().toEqualTypeOf<true>();
    expectTypeOf<KnowsMatchers<Assertion["not"]>>().toEqualTypeOf<true>();
    expectTypeOf<KnowsMatchers<jest.Matchers<void, Fake>>>().toEqualTypeOf<true>();
    expectTypeOf<Assertion["toHaveBeenAborted"]>().returns.toBeVoid();
  });

  it("stand for matchers that are there when the entry was imported", async () => {
    expect(handMadeFake([])).toHaveReceivedRequests(0);
    expect(handMadeCall()).not.toHaveBeenAborted();
    await expect(Promise.resolve(handMadeFake([]))).resolves.toHaveBeenSatisfied();
    expect(() => expect(handMadeFake([])).toHaveReceivedRequests(1)).toThrow(
      "expected the fake to have received 1 request, but it received 0",
    );
  });
});
