import type { Capability } from "../check.js";
import type { CheckedFormat } from "../formats.js";

/** The result of one check. */
export interface CheckResult {
  readonly id: string;
  readonly format: CheckedFormat;
  readonly capability: Capability;
  readonly what: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason?: string | undefined;
}

/** The results of all checks, as plain data that can be stored as JSON. */
export interface ConformanceReport {
  readonly baseUrl: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly CheckResult[];
}
