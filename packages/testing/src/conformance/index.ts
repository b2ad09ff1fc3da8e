export { type Capability, type Check, capabilities } from "./check.js";
export {
  type ConformanceOptions,
  type ConformanceProgress,
  checks,
  conformance,
} from "./conformance.js";
export type { Probe, ProbedAnswer, ProbedEvent, ProbeRequest, Target } from "./probe.js";
export type { CheckResult, ConformanceReport } from "./report.js";
export { strictChecks } from "./strict-checks.js";
export { formatReport } from "./table.js";
export { TargetError, type TargetFailure } from "./target-error.js";
export { unobservable } from "./unobservable.js";
