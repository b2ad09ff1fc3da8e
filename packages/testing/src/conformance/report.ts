import type { FormatName } from "@diglot/core/translation";
import type { Capability } from "./check.js";

/** What came of one check. */
export interface CheckResult {
  readonly id: string;
  readonly format: FormatName;
  readonly capability: Capability;
  readonly what: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason?: string | undefined;
}

/** What came of all of them; plain data, to be kept as JSON. */
export interface ConformanceReport {
  readonly baseUrl: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly CheckResult[];
}
