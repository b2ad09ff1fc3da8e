import type { FormatDescription } from "@diglot/core/openapi";
import { chatCompletionsModel, chatCompletionsModelsList } from "@diglot/core/schemas";
import { furtherOperations } from "./kept.js";
import { describedParts } from "./parts.js";
import {
  responsesError,
  responsesRequest,
  responsesResponse,
  responsesStreamEvent,
} from "./titled.js";

/**
 * The Responses format for the option `formats` of `describeService` and `openapi`. Its clients get the
 * models as those of Chat Completions do.
 *
 * @example
 * openapi({ formats: ["messages", responsesDescription, "chat-completions"], endpoints });
 */
export const responsesDescription: FormatDescription = {
  error: responsesError,
  model: chatCompletionsModel,
  modelsList: chatCompletionsModelsList,
  parts: describedParts,
  operations: [
    {
      method: "POST",
      path: "/v1/responses",
      id: "createResponse",
      tag: "Responses",
      summary: "Continue a conversation",
      description:
        "With `stream: true` the answer is an event stream. The data of each event is a `ResponsesStreamEvent`, and the name of the event is its `type`.",
      access: "key",
      headers: {
        "idempotency-key": {
          description:
            "Requests of one caller with the same key run once; later ones receive the first answer.",
        },
      },
      body: responsesRequest,
      answer: {
        description: "The reply of the model.",
        content: {
          "application/json": [responsesResponse],
          "text/event-stream": [responsesStreamEvent],
        },
        headers: {
          "x-diglot-receipt": {
            description:
              "The places of the request and of the reply that the model or the caller's format cannot express, if there are any.",
            example: 'dropped;p="/seed"',
          },
        },
      },
      error: responsesError,
    },
    ...furtherOperations,
  ],
};
