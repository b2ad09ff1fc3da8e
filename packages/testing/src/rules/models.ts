import { chatCompletionsModels } from "./chat-completions/models.js";
import type { KnownModel } from "./known-model.js";
import { messagesModels } from "./messages/models.js";

/** All models that the fake knows by name. A model of any other name accepts everything. */
export const knownModels: readonly KnownModel[] = [...messagesModels, ...chatCompletionsModels];
