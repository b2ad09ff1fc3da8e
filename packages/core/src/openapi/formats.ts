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

/** The formats by their names. */
export const formatDescriptions = {
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
} as const satisfies Readonly<Record<string, FormatDescription>>;
