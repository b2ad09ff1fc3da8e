import type { HealthConfig, ModelConfig } from "../../config/types.js";
import type { Path } from "../report/item.js";

/** One entry of `model_list` that can be served. */
export interface Deployment {
  /** The name by which callers ask for it. */
  readonly group: string;
  readonly model: Omit<ModelConfig, "id">;
  /** Its share among those of the same name. */
  readonly weight?: number | undefined;
}

/** A further name of a group. */
export interface Alias {
  readonly alias: string;
  readonly group: string;
  readonly path: Path;
  /** Whether lists of models do not show it. */
  readonly hidden: boolean;
}

/** What a file of LiteLLM says of its models, before they are put together. */
export interface Plan {
  readonly deployments: Deployment[];
  readonly aliases: Alias[];
  readonly fallbacks: {
    readonly group: string;
    readonly to: readonly string[];
    readonly path: Path;
  }[];
  /** What follows every group without fallbacks of its own. */
  defaultFallbacks: readonly string[];
  retries?: number;
  /** Milliseconds of each attempt without a limit of its own. */
  timeout?: number;
  health: HealthConfig;
}

/** A plan without models. */
export function createPlan(): Plan {
  return { deployments: [], aliases: [], fallbacks: [], defaultFallbacks: [], health: {} };
}
