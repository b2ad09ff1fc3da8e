import {
  chatCompletionsError,
  chatCompletionsModel,
  chatCompletionsModelsList,
} from "../formats/chat-completions/schemas/index.js";
import {
  messagesError,
  messagesModel,
  messagesModelsList,
} from "../formats/messages/schemas/index.js";
import type { Operation, Schema } from "./operation.js";
import { chatCompletionsOperations } from "./operations/chat-completions.js";
import { messagesOperations } from "./operations/messages.js";
import type { ModelForms } from "./operations/models.js";

/**
 * What the description knows of a format, and what the package of a further format has for it. Its
 * schemas have a title in the global registry of zod; those of equal titles are taken for one.
 */
export interface FormatDescription extends ModelForms {
  /** The JSON body of its failures. */
  readonly error: Schema;
  /** What it serves beside the list of models. */
  readonly operations: readonly Operation[];
  /** The schemas inside of others to which those refer by their titles. @default each stands where it is used */
  readonly parts?: readonly Schema[] | undefined;
}

/** The name of a format that can be described. */
export type DescribedFormat = "messages" | "chat-completions";

/** The formats by their names. */
export const formatDescriptions: Readonly<Record<DescribedFormat, FormatDescription>> = {
  messages: {
    error: messagesError,
    model: messagesModel,
    modelsList: messagesModelsList,
    operations: messagesOperations,
  },
  "chat-completions": {
    error: chatCompletionsError,
    model: chatCompletionsModel,
    modelsList: chatCompletionsModelsList,
    operations: chatCompletionsOperations,
  },
};
