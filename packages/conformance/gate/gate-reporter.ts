import { relative, resolve } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";
import "../../test-support/src/parts/needs.js";
import type { PartName } from "../../test-support/src/parts/parts.js";
import { judgeRequirements, type Verdict } from "./judge-requirements.js";
import { isCi, judgeRetries, judgeSkips } from "./judge-skips.js";
import type { RanTest } from "./ran-test.js";
import { type RequirementList, readRequirements, requirementLists } from "./requirements.js";

const root = resolve(import.meta.dirname, "../../..");

/**
 * Holds the requirements and the skips against what the runner reports, at the end of a run of all
 * tests, and fails the run for what is wrong. A run of some tests can show nothing, and is left alone.
 */
export class GateReporter implements Reporter {
  readonly #lists: readonly RequirementList[];
  #vitest: Vitest | undefined;
  #isWhole = false;

  /** @param lists the requirements that the run must show */
  constructor(lists: readonly RequirementList[] = requirementLists) {
    this.#lists = lists;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    process.stdout.write(`DIGLOT_SEED=${process.env.DIGLOT_SEED}\n`);
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (!this.#vitest) return;
    const { project, testNamePattern } = this.#vitest.config;
    const all = await this.#vitest.globTestSpecifications();
    const isFiltered = project.length > 0 || testNamePattern !== undefined;
    this.#isWhole = !isFiltered && specifications.length === all.length;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isWhole) return;
    const verdicts = judge(this.#lists, modules.flatMap(toRanTests));
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    process.stdout.write(`\n${describe(verdicts)}\n\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

/** The end of a run: what the gates counted, what this machine lacks, and what is wrong. */
function describe(verdicts: readonly Verdict[]): string {
  const problems = verdicts.flatMap((verdict) => verdict.problems);
  const notes = verdicts.flatMap((verdict) => verdict.notes ?? []);
  return [
    "Gates",
    ...verdicts.map(({ summary }) => `  ${summary}`),
    ...(notes.length > 0 ? ["Missing on this machine"] : []),
    ...notes.map((note) => `  ${note}`),
    ...(problems.length > 0 ? ["Wrong"] : []),
    ...problems.map((problem) => `  ${problem}`),
  ].join("\n");
}

function judge(lists: readonly RequirementList[], tests: readonly RanTest[]): readonly Verdict[] {
  return [
    ...lists.map((list) => judgeRequirements(list, readRequirements(list), tests)),
    judgeSkips(tests, isCi),
    judgeRetries(tests),
  ];
}

function toRanTests(module: TestModule): readonly RanTest[] {
  const file = relative(root, module.moduleId);
  return [...module.children.allTests()].map((test) => toRanTest(file, test));
}

function toRanTest(file: string, test: TestCase): RanTest {
  const result = test.result();
  return {
    file,
    suites: suitesOf(test),
    title: test.name,
    state: result.state === "pending" ? "skipped" : result.state,
    missingPart: result.state === "skipped" ? missingPartOf(test) : undefined,
    retries: test.diagnostic()?.retryCount ?? 0,
  };
}

/** The part whose lack the test or a suite around it names. */
function missingPartOf(test: TestCase): PartName | undefined {
  let part = test.meta().missingPart;
  for (let suite = test.parent; !part && suite.type === "suite"; suite = suite.parent) {
    part = suite.meta().missingPart;
  }
  return part;
}

function suitesOf({ parent }: TestCase): readonly string[] {
  const suites: string[] = [];
  for (let suite = parent; suite.type === "suite"; suite = suite.parent) suites.unshift(suite.name);
  return suites;
}
