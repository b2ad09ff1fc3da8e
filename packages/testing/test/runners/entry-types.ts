/**
 * No test of the runner: `npm run typecheck` compiles this file, and fails where the entries of the
 * runners do not add the types of the matchers to their assertions.
 */
import type { JestExpect } from "@jest/expect";
import { expect, expectTypeOf } from "vitest";
import type { Fake } from "../../src/fake/fake.js";
import type { FakeMatchers } from "../../src/matchers/jest.js";
import "../../src/matchers/vitest.js";

/** What the types of both runners must know of an assertion about a fake. */
type KnowsMatchers<Assertion> = keyof FakeMatchers<void> extends keyof Assertion ? true : false;

/** The assertions of Vitest. */
export function ofVitest(fake: Fake): void {
  const assertion = expect(fake);
  expectTypeOf<KnowsMatchers<typeof assertion>>().toEqualTypeOf<true>();
  expectTypeOf(assertion.toHaveReceivedRequests).toEqualTypeOf<(count: number) => void>();
  expectTypeOf(assertion.not.toHaveBeenAborted).toEqualTypeOf<() => void>();
  expectTypeOf(expect(Promise.resolve()).resolves.toHaveBeenAborted).returns.resolves.toBeVoid();
  // @ts-expect-error a count is a number
  assertion.toHaveReceivedRequests("0");
}

/** The assertions of Jest. */
export function ofJest(): void {
  type Assertion = ReturnType<JestExpect>;
  expectTypeOf<KnowsMatchers<Assertion>>().toEqualTypeOf<true>();
  expectTypeOf<KnowsMatchers<Assertion["not"]>>().toEqualTypeOf<true>();
  expectTypeOf<KnowsMatchers<jest.Matchers<void, Fake>>>().toEqualTypeOf<true>();
  expectTypeOf<Assertion["toHaveBeenAborted"]>().returns.toBeVoid();
}
