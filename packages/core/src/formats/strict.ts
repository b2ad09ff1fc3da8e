import { type Check, deferred } from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { listOf, mapOf, members, texts } from "../validation/objects.js";
import { flag, name, oneOf, text } from "../validation/values.js";
import type { ChatCompletionsStrictModel } from "./chat-completions/strict/models.js";
import { createChatCompletionsStrictRules } from "./chat-completions/strict/profile.js";
import type { ReasoningLimits } from "./chat-completions/strict/reasoning.js";
import type { StandIn } from "./chat-completions/strict/stand-in.js";
import type { MessagesStrictModel } from "./messages/strict/models.js";
import { createMessagesStrictRules } from "./messages/strict/profile.js";
import type { StrictProfile } from "./strict-profile.js";

export type { ChatCompletionsStrictModel } from "./chat-completions/strict/models.js";
export type { ReasoningLimits } from "./chat-completions/strict/reasoning.js";
export type { RefusedParameters } from "./chat-completions/strict/refused-parameters.js";
export type { StandIn } from "./chat-completions/strict/stand-in.js";
export type { MessagesStrictModel } from "./messages/strict/models.js";
export type { StrictProfile } from "./strict-profile.js";

/**
 * What one model refuses although its capabilities allow it. `oneSamplingParameter` applies to
 * Messages requests, `refuses` and `whileReasoning` apply to Chat Completions requests.
 */
export interface StrictModel extends MessagesStrictModel, ChatCompletionsStrictModel {}

/** Options of `createStrictProfile`. */
export interface StrictOptions {
  /**
   * The refusals of single models, by the `id` of the model. Models that validate their own requests are not
   * checked. @default only refusals that follow from their capabilities
   */
  readonly models?: Readonly<Record<string, StrictModel>> | undefined;
  /** For a service whose models all imitate the models of a vendor, as in tests. @default none */
  readonly standIn?: StandIn | undefined;
  /**
   * Leaves out the rules that apply to every request, whichever its model, and the rules of replies. @default
   * false
   */
  readonly modelsOnly?: boolean | undefined;
}

/**
 * A strict profile that can also hold the rules of single models.
 *
 * @example
 * const validation = createStrictProfile({
 *   models: { "gpt-5": { refuses: { max_tokens: "unsupported" } } },
 * });
 * const service = createService({ models, keys, validation });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createStrictProfile(options: StrictOptions = {}): StrictProfile {
  checkOptions("createStrictProfile", options, validOptions);
  return Object.freeze({
    messages: createMessagesStrictRules(options),
    chatCompletions: createChatCompletionsStrictRules(options),
  });
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<StrictOptions>({
    models: mapOf(validModel),
    standIn: members<StandIn>({ ignores: { required: texts }, explanation: { required: text } }),
    modelsOnly: flag,
  }),
);

const validModel: Check = /* @__PURE__ */ deferred(() =>
  members<StrictModel>({
    oneSamplingParameter: flag,
    refuses: mapOf(oneOf("unsupported", "unknown")),
    whileReasoning: members<ReasoningLimits>({
      defaultEffort: { required: name },
      refuses: {
        required: listOf(oneOf("presence_penalty", "frequency_penalty", "logprobs", "tools")),
      },
    }),
  }),
);

/**
 * What the real services refuse for every model, with their messages; without this profile it is
 * accepted. Replies differ as theirs do: chunks are padded, and a call that was forced by its name
 * ends with `stop`. It is meant for fakes: a production service would refuse members that its models
 * may support.
 *
 * @example
 * const service = createService({ models, keys, validation: strict });
 */
export const strict: StrictProfile = createStrictProfile();
