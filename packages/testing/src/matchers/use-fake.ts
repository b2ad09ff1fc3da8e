import { createFake } from "../fake/create-fake.js";
import type { Fake, FakeOptions } from "../fake/fake.js";

/**
 * A fake for the tests around the call of this function: after each of them it is verified, so that the
 * test fails if something is wrong, and reset.
 */
export function createFakeForTests(
  options: FakeOptions | undefined,
  afterEach: (hook: () => void) => void,
): Fake {
  const fake = createFake(options);
  afterEach(() => {
    try {
      fake.verify();
    } finally {
      fake.reset();
    }
  });
  return fake;
}
