import type { RanTest } from "./ran-test.js";
import type { Requirement, RequirementList } from "./requirements.js";

/** What a gate found. */
export interface Verdict {
  /** The counts, in one line. */
  readonly summary: string;
  /** What belongs below that line, a sentence each. */
  readonly notes?: readonly string[];
  /** What is wrong, a sentence each; none if the gate holds. */
  readonly problems: readonly string[];
}

const citations = /^(?:[A-Z]\d+(?:\.\d+)?[a-z]? )+/;

/** The ids at the head of a title: two for `M011 M012 may have a query`. */
export function readCitations(title: string): readonly string[] {
  return citations.exec(`${title} `)?.[0].trimEnd().split(" ") ?? [];
}

/** The ids that these tests cite. Only a test's own title counts, not that of a suite. */
function findCited(tests: readonly RanTest[]): ReadonlySet<string> {
  return new Set(tests.flatMap(({ title }) => readCitations(title)));
}

/**
 * Holds a list of requirements against a run. Each must be shown by a test that passed, unless it
 * waits or was decided otherwise, with a reason, or unless the only tests that show it need a part
 * that this machine lacks. No test may cite an id that is not in the list.
 */
export function judgeRequirements(
  { file, id: form }: RequirementList,
  requirements: readonly Requirement[],
  tests: readonly RanTest[],
): Verdict {
  const shown = findCited(tests.filter(({ state }) => state === "passed"));
  const untried = findCited(tests.filter(({ missingPart }) => missingPart !== undefined));
  const open = requirements.filter(({ id }) => !shown.has(id));
  const notExcused = open.filter((requirement) => !isExcused(requirement));
  const missing = notExcused.filter(({ id }) => !untried.has(id));
  const notTried = notExcused.length - missing.length;
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...shown].filter((id) => form.test(id) && !known.has(id));
  return {
    summary:
      `${file}: ${requirements.length - open.length} of ${requirements.length} shown by tests that passed, ` +
      `${open.length - notExcused.length} with a reason why not, ` +
      `${notTried > 0 ? `${notTried} not tried here, ` : ""}${missing.length} missing`,
    problems: [
      ...missing.map(({ id, requirement }) => `No test that passed shows ${id}: ${requirement}`),
      ...unknown.map((id) => `A test cites ${id}, which is not in ${file}.`),
    ],
  };
}

function isExcused({ status, reason }: Requirement): boolean {
  return (status === "later" || status === "judged") && Boolean(reason);
}
