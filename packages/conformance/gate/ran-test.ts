import type { PartName } from "../../test-support/src/parts/parts.js";

/** One test of a whole run, as the runner reported it. */
export interface RanTest {
  /** Path of its file from the root of the repository. */
  readonly file: string;
  /** Titles of the suites around it, the outermost first. */
  readonly suites: readonly string[];
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  /** The part that this machine lacks, because of which the test was skipped. */
  readonly missingPart: PartName | undefined;
  /** How often it ran again before it ended in its state. */
  readonly retries: number;
}

/** The name that people find a test by: its file, its suites and its title. */
export function nameOf({ file, suites, title }: RanTest): string {
  return [file, ...suites, title].join(" > ");
}
