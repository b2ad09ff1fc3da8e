import { afterEach, expect } from "vitest";
import type { Fake, FakeOptions } from "../fake/fake.js";
import { type FakeMatchers, matchers } from "./matchers.js";
import { createFakeForTests } from "./use-fake.js";

export type { FakeMatchers } from "./matchers.js";

expect.extend(matchers);

/**
 * A fake for the tests of this file, or of the `describe` block that it is called in. After each test
 * it is verified, so that a test fails if an unexpected request came or a turn is left, and reset. Tests
 * that run at the same time need a fake each: `createFake`.
 */
export function useFake(options?: FakeOptions): Fake {
  return createFakeForTests(options, (hook) =>
    afterEach(({ task }) => hook({ failures: (task.result?.errors ?? []).map(toText) })),
  );
}

function toText({ message }: { readonly message: string }): string {
  return message;
}

declare module "vitest" {
  interface Matchers<R, T> extends FakeMatchers<R> {}
}
