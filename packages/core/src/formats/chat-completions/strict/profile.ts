import { type ChatCompletionsStrictModel, createModelRules, type ModelRules } from "./models.js";
import { type ReplyRules, replyRules } from "./replies.js";
import { type RequestRules, requestRules } from "./requests.js";
import type { StandIn } from "./stand-in.js";

/** The rules of a strict profile for this format. An absent part refuses nothing, and changes no reply. */
export interface ChatCompletionsStrictRules {
  readonly requests?: RequestRules | undefined;
  readonly models?: ModelRules | undefined;
  readonly replies?: ReplyRules | undefined;
}

/** The options of a strict profile of this format. */
interface Options {
  readonly models?: Readonly<Record<string, ChatCompletionsStrictModel>> | undefined;
  readonly standIn?: StandIn | undefined;
  readonly modelsOnly?: boolean | undefined;
}

/** The rules of this format; with `modelsOnly`, only those about single models. */
export function createChatCompletionsStrictRules({
  models,
  standIn,
  modelsOnly,
}: Options): ChatCompletionsStrictRules {
  return {
    ...(!modelsOnly && { requests: requestRules, replies: replyRules }),
    ...((models || standIn) && { models: createModelRules(models, standIn) }),
  };
}
