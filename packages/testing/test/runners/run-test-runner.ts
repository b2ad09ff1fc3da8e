import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";

/** A test as the JSON report of Jest, or of Vitest, has it. */
export interface ReportedTest {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** A run of a test runner. */
export interface TestRun {
  readonly exitCode: unknown;
  readonly tests: readonly ReportedTest[];
  /** What it printed for people. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    /** Why no test of a file ran; empty otherwise. */
    readonly message: string;
    readonly assertionResults: readonly ReportedTest[];
  }[];
}

/**
 * Runs a test runner in a folder, as a process of its own, and reads its JSON report.
 * @throws an error with all that it printed, if no test ran
 */
export async function runTestRunner(program: readonly string[], cwd: string): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), "test-report-"));
  const report = join(folder, "report.json");
  try {
    const args = [...program, `--outputFile=${report}`];
    const { exitCode, output } = await run(args, cwd);
    const { testResults }: Report = JSON.parse(await readFile(report, "utf8"));
    const tests = testResults.flatMap((file) => file.assertionResults);
    if (tests.length === 0) {
      const reasons = testResults.map(({ message }) => message);
      throw new Error(["No test ran:", ...reasons, output].join("\n"));
    }
    return { exitCode, tests, output: stripVTControlCharacters(output) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The messages of tests that failed, by the titles of the tests. */
export function failuresOf(tests: readonly ReportedTest[]): ReadonlyMap<string, string> {
  return new Map(tests.map((test) => [test.title, test.failureMessages.join("\n")]));
}

async function run(args: readonly string[], cwd: string) {
  // What the runner around it has set must not reach the one inside.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name));
  const env = { ...Object.fromEntries(inherited), FORCE_COLOR: "0" };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
    return { exitCode: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as Readonly<Record<string, string>>;
    return { exitCode: code, output: stdout + stderr };
  }
}
