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
