import type { StrictProfile } from "@diglot/core";
import { createModelRules, type ModelRules, type ResponsesStrictModel } from "./models.js";
import { type RequestRules, requestRules } from "./requests.js";

/** The rules of a strict profile for this format. An absent part refuses nothing. */
export interface ResponsesStrictRules {
  readonly requests?: RequestRules | undefined;
  readonly models?: ModelRules | undefined;
  /** The rules of the vendor's other format, for the keys that both have. */
  readonly chatCompletions?: StrictProfile["chatCompletions"] | undefined;
}

/** Options of `createResponsesStrictRules`. */
export interface ResponsesStrictOptions {
  /**
   * The refusals of single models, by the `id` of the model. @default only refusals that follow from their
   * capabilities
   */
  readonly models?: Readonly<Record<string, ResponsesStrictModel>> | undefined;
  /**
   * The part of a strict profile for Chat Completions. Both formats have the same keys, so its rules about keys
   * apply here too. @default keys are looked up and refused as in the open profile
   */
  readonly chatCompletions?: StrictProfile["chatCompletions"] | undefined;
  /** Leaves out the rules that apply to every request, whichever its model. @default false */
  readonly modelsOnly?: boolean | undefined;
}

/**
 * What the vendor refuses, in its words, as the part of a strict profile that belongs to this format.
 *
 * @example
 * const rules = createResponsesStrictRules({ chatCompletions: strict.chatCompletions });
 * const validation = { ...strict, responses: rules };
 * const service = createService({ models, keys, formats: [responses()], validation });
 */
export function createResponsesStrictRules({
  models,
  chatCompletions,
  modelsOnly,
}: ResponsesStrictOptions = {}): ResponsesStrictRules {
  return {
    ...(!modelsOnly && { requests: requestRules }),
    ...(chatCompletions && { chatCompletions }),
    ...(models && { models: createModelRules(models) }),
  };
}
