import type { Check } from "./check.js";
import { answerChecks } from "./checks/answers.js";
import { departureChecks } from "./checks/departures.js";
import { failureChecks } from "./checks/failures.js";
import { httpChecks } from "./checks/http.js";
import { upstreamChecks } from "./checks/upstreams.js";

/**
 * All checks by name, in the order in which they run; the last one looks at what the others have
 * left behind. They know nothing of runtimes and adapters but the table of differences.
 */
export const suite: Readonly<Record<string, Check>> = {
  ...answerChecks,
  ...httpChecks,
  ...failureChecks,
  ...upstreamChecks,
  ...departureChecks,
};
