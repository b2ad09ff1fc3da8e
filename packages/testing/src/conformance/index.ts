export { type Capability, type Check, capabilities } from "./check.js";
export {
  type ConformanceOptions,
  type ConformanceProgress,
  checks,
  conformance,
} from "./conformance.js";
export type {
  Probe,
  ProbedAnswer,
  ProbedEvent,
  ProbedSocket,
  ProbeRequest,
  Target,
} from "./probing/probe.js";
export { formatGitHubLog, formatMarkdown } from "./report/github.js";
export type { CheckResult, ConformanceReport } from "./report/report.js";
export { formatReport } from "./report/table.js";
export { strictChecks } from "./strict-checks.js";
export { TargetError, type TargetFailure } from "./target/target-error.js";
export { unobservable } from "./unobservable.js";
