import type { Verdict } from "./judge-requirements.js";
import { nameOf, type RanTest } from "./ran-test.js";

/** A reason for which tests may be skipped. */
export interface PermittedSkip {
  readonly name: string;
  /** What the title, the title of a suite, or the note of a skipped test says. */
  readonly says: RegExp;
  /** How many tests may be skipped for it. */
  readonly most: number;
  /** Whether CI promises what is missing, so that nothing may be skipped for it there. */
  readonly promisedInCi: boolean;
}

/** Every reason there is. A test that is skipped for another one, or for none, fails the run. */
export const permittedSkips: readonly PermittedSkip[] = [
  { name: "PostgreSQL", says: /\(needs a PostgreSQL\b/, most: 60, promisedInCi: true },
  { name: "Redis", says: /\(needs a Redis\b/, most: 200, promisedInCi: true },
  // CI has a Redis in a container, but no program to start and end one.
  {
    name: "redis-server",
    says: /\(needs the program redis-server\b/,
    most: 3,
    promisedInCi: false,
  },
  { name: "runtimes", says: /\(needs the runtime\b/, most: 700, promisedInCi: true },
  { name: "Chromium", says: /\(needs Chromium\b/, most: 22, promisedInCi: false },
  { name: "Claude Code", says: /\(needs Claude Code\b/, most: 1, promisedInCi: false },
  { name: "mounts", says: /\(needs the right to mount\b/, most: 1, promisedInCi: false },
  // What one runtime or adapter leaves to its host, by design.
  { name: "differences between runtimes", says: /\(not here: .+\)/, most: 10, promisedInCi: false },
];

/** Whether this run is one of CI, which promises all services and runtimes that it can install. */
export const isCi = Boolean(process.env.CI);

/** Holds the skipped tests of a run against the reasons for which tests may be skipped. */
export function judgeSkips(tests: readonly RanTest[], inCi: boolean): Verdict {
  const skipped = tests.filter(({ state }) => state === "skipped");
  const named = permittedSkips.map((permitted) => ({
    ...permitted,
    tests: skipped.filter((test) => reasonOf(test) === permitted),
  }));
  const counts = named.filter(({ tests }) => tests.length > 0);
  const unnamed = skipped.filter((test) => reasonOf(test) === undefined);
  return {
    summary: `${skipped.length} skipped${counts.map(({ name, tests }) => `, ${tests.length} for ${name}`).join("")}`,
    problems: [
      ...unnamed.map((test) => `It was skipped for no permitted reason: ${nameOf(test)}`),
      ...counts.flatMap((reason) => problemOf(reason, inCi)),
    ],
  };
}

function reasonOf({ suites, title, note }: RanTest): PermittedSkip | undefined {
  const words = [...suites, title, note ?? ""];
  return permittedSkips.find(({ says }) => words.some((word) => says.test(word)));
}

type Counted = PermittedSkip & { readonly tests: readonly RanTest[] };

function problemOf({ name, most, promisedInCi, tests }: Counted, inCi: boolean): readonly string[] {
  const count = `${tests.length} tests were skipped for ${name}`;
  if (inCi && promisedInCi) return [`${count}, which CI promises: ${tests.map(nameOf).join("; ")}`];
  return tests.length > most ? [`${count}; at most ${most} may be.`] : [];
}

/** A test that passes only when it is tried again depends on luck. */
export function judgeRetries(tests: readonly RanTest[]): Verdict {
  const retried = tests.filter(({ retries }) => retries > 0);
  return {
    summary: `${retried.length} tried again`,
    problems: retried.map((test) => `It was tried again: ${nameOf(test)}`),
  };
}
