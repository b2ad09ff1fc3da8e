import type { Check } from "./check.js";
import { answerChecks } from "./checks/answers.js";
import { bodyChecks } from "./checks/bodies.js";
import { credentialChecks } from "./checks/credentials.js";
import { departureChecks } from "./checks/departures.js";
import { failureChecks } from "./checks/failures.js";
import { httpChecks } from "./checks/http.js";
import { passedOnChecks } from "./checks/passed-on.js";
import { upstreamChecks } from "./checks/upstreams.js";

/**
 * All checks by name, in the order in which they run; the last one looks at what the others have
 * left behind. They know nothing of runtimes and adapters but the table of differences.
 */
export const suite: Readonly<Record<string, Check>> = {
  ...answerChecks,
  ...bodyChecks,
  ...credentialChecks,
  ...httpChecks,
  ...failureChecks,
  ...upstreamChecks,
  ...passedOnChecks,
  ...departureChecks,
};
