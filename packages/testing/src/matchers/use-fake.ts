import { createFake } from "../fake/create-fake.js";
import type { Fake, FakeOptions } from "../fake/fake.js";
import { FakeError } from "../fake/fake-error.js";

/** A test that has run. `failures` are the messages with which it has failed, as far as its runner tells. */
export interface EndedTest {
  readonly failures: readonly string[];
}

/**
 * A fake for the tests around the call of this function: after each of them it is verified, so that the
 * test fails if something is wrong, and reset. What a failed test shows already is not shown again.
 */
export function createFakeForTests(
  options: FakeOptions | undefined,
  afterEach: (hook: (test: EndedTest) => void) => void,
): Fake {
  const fake = createFake(options);
  afterEach(({ failures }) => {
    try {
      fake.verify();
    } catch (error) {
      const left = error instanceof FakeError ? withoutShown(error, failures) : error;
      if (left !== undefined) throw left;
    } finally {
      fake.reset();
    }
  });
  return fake;
}

/** Clients pass on the words of an answer, as they are or inside of JSON. */
function withoutShown({ problems }: FakeError, failures: readonly string[]): FakeError | undefined {
  const shown = failures.join("\n").replaceAll("\\n", "\n").replaceAll('\\"', '"');
  const left = problems.filter((problem) => !shown.includes(startOf(problem)));
  return left.length > 0 ? new FakeError(left) : undefined;
}

/** Characters by which a problem is recognized; a service cuts long messages. */
const enough = 400;

/** The beginning of a problem without the number of its request, which the client never sees. */
function startOf(problem: string): string {
  return problem.replace(/^Request \d+: /, "").slice(0, enough);
}
