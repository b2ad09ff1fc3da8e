import { relative, resolve } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";
import { judgeRequirements, type Verdict } from "./judge-requirements.js";
import { isCi, judgeRetries, judgeSkips } from "./judge-skips.js";
import type { RanTest } from "./ran-test.js";
import { readRequirements, requirementLists } from "./requirements.js";

const root = resolve(import.meta.dirname, "../../..");

/**
 * Holds the requirements and the skips against what the runner reports, at the end of a run of all
 * tests, and fails the run for what is wrong. A run of some tests can show nothing, and is left alone.
 */
export class GateReporter implements Reporter {
  #vitest: Vitest | undefined;
  #isWhole = false;

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
    const verdicts = judge(modules.flatMap(toRanTests));
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    const lines = [
      ...verdicts.map(({ summary }) => summary),
      ...problems.map((each) => `  ${each}`),
    ];
    process.stdout.write(`\nGates\n${lines.join("\n")}\n\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

function judge(tests: readonly RanTest[]): readonly Verdict[] {
  return [
    ...requirementLists.map((list) => judgeRequirements(list, readRequirements(list), tests)),
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
    note: result.state === "skipped" ? result.note : undefined,
    retries: test.diagnostic()?.retryCount ?? 0,
  };
}

function suitesOf({ parent }: TestCase): readonly string[] {
  const suites: string[] = [];
  for (let suite = parent; suite.type === "suite"; suite = suite.parent) suites.unshift(suite.name);
  return suites;
}
