import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { findReasoningFault, type ReasoningLimits } from "./reasoning.js";
import { findRefusedFault, type RefusedParameters } from "./refused-parameters.js";
import { explainFault, type StandIn, withoutIgnored } from "./stand-in.js";

/** The Chat Completions requests that one model refuses although its capabilities allow them. */
export interface ChatCompletionsStrictModel {
  /** Members of the body that it refuses although the format has them. @default none */
  readonly refuses?: RefusedParameters | undefined;
  /** Members that it refuses unless the reasoning effort is `none`. @default none */
  readonly whileReasoning?: ReasoningLimits | undefined;
}

/** Finds what a request uses although the model's capabilities do not allow it. */
type FindUnsupported = (request: JsonObject) => ServiceError | undefined;

/**
 * Rules about single models. The types of the wire are not part of the public types, which would need
 * zod otherwise.
 */
export interface ModelRules {
  /**
   * Finds what a model refuses. It replaces `findUnsupported`, the check of the model's
   * capabilities, and calls it after its own rules.
   */
  findFault(
    request: JsonObject,
    modelId: string,
    findUnsupported: FindUnsupported,
  ): ServiceError | undefined;
}

/** The rules for these models, by their ids; for other models only `standIn` applies. */
export function createModelRules(
  models: Readonly<Record<string, ChatCompletionsStrictModel>> = {},
  standIn?: StandIn,
): ModelRules {
  const known = new Map(Object.entries(models));
  return {
    findFault: (request: ChatCompletionRequest, modelId, findUnsupported) => {
      const { refuses, whileReasoning } = known.get(modelId) ?? {};
      return (
        findRefusedFault(request, refuses) ??
        findReasoningFault(request, whileReasoning) ??
        (standIn ? findStandInFault(request, standIn, findUnsupported) : findUnsupported(request))
      );
    },
  };
}

function findStandInFault(
  request: ChatCompletionRequest,
  standIn: StandIn,
  findUnsupported: FindUnsupported,
): ServiceError | undefined {
  const fault = findUnsupported(withoutIgnored(request, standIn));
  return fault && explainFault(fault, standIn);
}
