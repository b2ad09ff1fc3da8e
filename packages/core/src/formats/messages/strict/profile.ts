import { createModelRules, type MessagesStrictModel, type ModelRules } from "./models.js";
import { type RequestRules, requestRules } from "./requests.js";

/** The rules of a strict profile for this format. An absent part refuses nothing. */
export interface MessagesStrictRules {
  readonly requests?: RequestRules | undefined;
  readonly models?: ModelRules | undefined;
}

/** The options of a strict profile of this format. */
interface Options {
  readonly models?: Readonly<Record<string, MessagesStrictModel>> | undefined;
  readonly modelsOnly?: boolean | undefined;
}

/** The rules of this format; with `modelsOnly`, only those about single models. */
export function createMessagesStrictRules({ models, modelsOnly }: Options): MessagesStrictRules {
  return {
    ...(!modelsOnly && { requests: requestRules }),
    ...(models && { models: createModelRules(models) }),
  };
}
