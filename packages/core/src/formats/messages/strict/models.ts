import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import { badRequest } from "../validate/problem.js";

/** The Messages requests that one model refuses although its capabilities allow them. */
export interface MessagesStrictModel {
  /** Refuses `temperature` and `top_p` in one request. @default false */
  readonly oneSamplingParameter?: boolean | undefined;
}

/**
 * Rules about single models. They run before the check of the model's sampling parameters. The types
 * of the wire are not part of the public types, which would need zod otherwise.
 */
export interface ModelRules {
  findProblem(request: JsonObject, modelId: string): ServiceError | undefined;
}

/** Builds the rules from what each model refuses, by its id; other models refuse nothing. */
export function createModelRules(
  models: Readonly<Record<string, MessagesStrictModel>>,
): ModelRules {
  const known = new Map(Object.entries(models));
  return {
    findProblem: (request, modelId) => {
      const limited = known.get(modelId)?.oneSamplingParameter === true;
      return limited && request.temperature != null && request.top_p != null
        ? badRequest(
            "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
            "top_p",
          )
        : undefined;
    },
  };
}
