import type { Check } from "./check.js";
import { answerChecks } from "./checks/answers.js";
import { bodyChecks } from "./checks/bodies.js";
import { credentialChecks } from "./checks/credentials.js";
import { departureChecks } from "./checks/departures.js";
import { failureChecks } from "./checks/failures.js";
import { httpChecks } from "./checks/http.js";
import { identityChecks } from "./checks/identities.js";
import { passedOnChecks } from "./checks/passed-on.js";
import { upstreamFaultChecks } from "./checks/upstream-faults.js";
import { upstreamChecks } from "./checks/upstreams.js";
import type { Runtime } from "./runtimes.js";

/**
 * The checks of a platform by name, in the order in which they run; the last one looks at what the
 * others have left behind. They know nothing of runtimes and adapters but the table of differences.
 */
export function suiteOf(platform: Runtime["platform"]): Readonly<Record<string, Check>> {
  return {
    ...answerChecks,
    ...bodyChecks,
    ...credentialChecks,
    ...identityChecks,
    ...httpChecks,
    ...failureChecks,
    ...upstreamChecks,
    ...passedOnChecks,
    // Behind Express there is the `fetch` of Node.
    ...(platform !== "express" && upstreamFaultChecks),
    ...departureChecks,
  };
}
