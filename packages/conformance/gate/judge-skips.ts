import { type PartName, parts } from "../../test-support/src/parts/parts.js";
import type { Verdict } from "./judge-requirements.js";
import { nameOf, type RanTest } from "./ran-test.js";

/** Whether this run is one of CI, where every test must run. */
export const isCi = Boolean(process.env.CI);

/**
 * Lists each part that this machine lacks once, with the number of the tests that were skipped for it
 * and how to get it. In CI nothing may be skipped. Elsewhere a test may be skipped for a missing part,
 * but for no other reason.
 */
export function judgeSkips(tests: readonly RanTest[], inCi: boolean): Verdict {
  const skipped = tests.filter(({ state }) => state === "skipped");
  const unexplained = skipped.filter(({ missingPart }) => missingPart === undefined);
  const missing = countMissing(skipped);
  return {
    summary: `${skipped.length} skipped`,
    notes: missing.map(([part, count]) => `${part}: ${inWords(count)}. ${parts[part]}`),
    problems: [
      ...unexplained.map((test) => `It was skipped, and not for a missing part: ${nameOf(test)}`),
      ...missing
        .filter(() => inCi)
        .map(
          ([part, count]) => `CI runs everything, but this is missing: ${part} (${inWords(count)})`,
        ),
    ],
  };
}

/** The missing parts, in the order of the table of parts. */
function countMissing(skipped: readonly RanTest[]): readonly (readonly [PartName, number])[] {
  return (Object.keys(parts) as PartName[])
    .map(
      (part) => [part, skipped.filter(({ missingPart }) => missingPart === part).length] as const,
    )
    .filter(([, count]) => count > 0);
}

function inWords(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}

/** A test that passes only when it is tried again depends on luck. */
export function judgeRetries(tests: readonly RanTest[]): Verdict {
  const retried = tests.filter(({ retries }) => retries > 0);
  return {
    summary: `${retried.length} tried again`,
    problems: retried.map((test) => `It was tried again: ${nameOf(test)}`),
  };
}
