import { answerChecks } from "./checks/answers.js";
import { departureChecks } from "./checks/departures.js";
import { failureChecks } from "./checks/failures.js";
import { httpChecks } from "./checks/http.js";
import { upstreamChecks } from "./checks/upstreams.js";
import type { DepartureLimits } from "./differences.js";

/** A running server as the checks see it: a URL, a port, and what its platform is known for. */
export interface Target {
  readonly baseUrl: string;
  readonly port: number;
  readonly noticesWithin: DepartureLimits;
  /** Whether a model that is deaf to its signal stands still instead of being left. */
  readonly freezesModels: boolean;
}

/** Throws if the server behind the target does not do what the name of the check says. */
export type Check = (target: Target) => Promise<void>;

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
