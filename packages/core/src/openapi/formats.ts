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

/** What the description knows of a format. */
export interface FormatDescription extends ModelForms {
  readonly error: Schema;
  readonly operations: readonly Operation[];
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
