import type { JsonObject, Model } from "@diglot/core";
import { refuse, type ServiceError } from "@diglot/core/formats";
import type { ResponsesRequest } from "../schemas/request.js";
import { listValues } from "./list-values.js";

/** What one model refuses in a Responses request although its capabilities allow it. */
export interface ResponsesStrictModel {
  /** Whether it reasons: such models refuse sampling parameters and log probabilities. @default false */
  readonly reasons?: boolean | undefined;
}

/**
 * Rules about single models. The types of the wire are not part of the public types, which would need
 * zod otherwise.
 */
export interface ModelRules {
  /** Finds what a model refuses in the vendor's own words; it runs before the check of capabilities. */
  findFault(request: JsonObject, model: Model): ServiceError | undefined;
}

/** The rules for these models, by their ids; of other models only the effort is checked. */
export function createModelRules(
  models: Readonly<Record<string, ResponsesStrictModel>>,
): ModelRules {
  const known = new Map(Object.entries(models));
  return {
    findFault: (request: ResponsesRequest, model) =>
      (known.get(model.id)?.reasons === true ? findReasoningFault(request) : undefined) ??
      findEffortFault(request, model),
  };
}

const logprobs = "message.output_text.logprobs";

/** A `top_p` is refused even where it changes nothing. */
function findReasoningFault(request: ResponsesRequest): ServiceError | undefined {
  const { include, temperature, top_logprobs: alternatives, top_p: topP } = request;
  if (temperature != null && temperature !== 1) return refuseSampling("temperature");
  if (topP != null) return refuseSampling("top_p");
  if (include?.includes(logprobs)) return refuseLogprobs("include");
  return alternatives ? refuseLogprobs("top_logprobs") : undefined;
}

function refuseSampling(name: string): ServiceError {
  return refuse(`Unsupported parameter: '${name}' is not supported with this model.`, name);
}

function refuseLogprobs(name: string): ServiceError {
  return refuse("logprobs are not supported with reasoning models.", name, "unsupported_parameter");
}

/** A model without efforts is left to the check of capabilities. */
function findEffortFault(
  { model, reasoning }: ResponsesRequest,
  { capabilities: { effort } }: Model,
): ServiceError | undefined {
  const level = reasoning?.effort;
  if (!level || effort.length === 0 || effort.includes(level)) return undefined;
  return refuse(
    `Unsupported value: '${level}' is not supported with the '${model}' model. Supported values are: ${listValues(effort)}.`,
    "reasoning.effort",
    "unsupported_value",
  );
}
