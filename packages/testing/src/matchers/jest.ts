import type {} from "@jest/expect";
import type { Fake, FakeOptions } from "../fake/fake.js";
import { type FakeMatchers, matchers } from "./matchers.js";
import { adaptMatchers } from "./runners/adapt-matchers.js";
import { createFakeForTests } from "./use-fake.js";

/** What this entry takes from the runner. */
interface Runner {
  readonly expect: { extend(matchers: Readonly<Record<string, unknown>>): void };
  readonly afterEach: (hook: () => void) => void;
}

// Free names and no members of `globalThis`: Bun's runner has them as such only.
declare const expect: Runner["expect"] | undefined;
declare const afterEach: Runner["afterEach"] | undefined;

export type { FakeMatchers } from "./matchers.js";

findRunner().expect.extend(adaptMatchers(matchers));

/**
 * A fake for the tests of this file, or of the `describe` block that it is called in. After each test
 * it is verified, so that a test fails if an unexpected request came or a turn is left, and reset. Tests
 * that run at the same time need a fake each: `createFake`.
 */
export function useFake(options?: FakeOptions): Fake {
  return createFakeForTests(options, (hook) =>
    findRunner().afterEach(() => hook({ failures: [] })),
  );
}

function findRunner(): Runner {
  if (typeof expect === "undefined" || typeof afterEach === "undefined") {
    throw new Error(
      "@diglot/testing/jest needs the globals `expect` and `afterEach`. Without them use `matchers` and `createFake` of @diglot/testing.",
    );
  }
  return { expect, afterEach };
}

declare module "@jest/expect" {
  interface Matchers<R extends void | Promise<void>, T> extends FakeMatchers<R> {}
}

declare global {
  namespace jest {
    interface Matchers<R, T> extends FakeMatchers<R> {}
  }
}
