import {
  chatCompletionsChunk,
  chatCompletionsError,
  chatCompletionsRequest,
  chatCompletionsResponse,
} from "../../formats/chat-completions/schemas/index.js";
import { json, type Operation } from "../operation.js";
import { idempotencyKey, receipt } from "./headers.js";

/** What the Chat Completions format serves beside the list of models. */
export const chatCompletionsOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/chat/completions",
    id: "createChatCompletion",
    tag: "Chat Completions",
    summary: "Continue a conversation",
    description:
      "With `stream: true` the answer is an event stream. The data of each event is a `ChatCompletionsChunk`, except that of the last one, which is `[DONE]`.",
    access: "key",
    headers: { "idempotency-key": idempotencyKey },
    body: chatCompletionsRequest,
    answer: {
      description: "The reply of the model.",
      content: { ...json(chatCompletionsResponse), "text/event-stream": [chatCompletionsChunk] },
      headers: { "x-diglot-receipt": receipt },
    },
    error: chatCompletionsError,
  },
];
