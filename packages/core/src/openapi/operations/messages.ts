import {
  messagesCountTokensRequest,
  messagesError,
  messagesRequest,
  messagesResponse,
  messagesStreamEvent,
  messagesTokenCount,
} from "../../formats/messages/schemas/index.js";
import { type HeaderDescription, json, type Operation } from "../operation.js";
import { idempotencyKey, receipt } from "./headers.js";

const version: HeaderDescription = {
  description:
    "The version of the API. The names of this header and the next follow the option `vendor`.",
  example: "2023-06-01",
  required: true,
};
const betas: HeaderDescription = {
  description: "Names of beta features, separated by commas.",
};
const headers = { "anthropic-version": version, "anthropic-beta": betas };

/** What the Messages format serves beside the list of models. */
export const messagesOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/messages",
    id: "createMessage",
    tag: "Messages",
    summary: "Continue a conversation",
    description:
      "With `stream: true` the answer is an event stream. The data of each event is a `MessagesStreamEvent`, and the name of the event is its `type`.",
    access: "key",
    headers: { ...headers, "idempotency-key": idempotencyKey },
    body: messagesRequest,
    answer: {
      description: "The reply of the model.",
      content: { ...json(messagesResponse), "text/event-stream": [messagesStreamEvent] },
      headers: { "x-diglot-receipt": receipt },
    },
    error: messagesError,
  },
  {
    method: "POST",
    path: "/v1/messages/count_tokens",
    id: "countMessageTokens",
    tag: "Messages",
    summary: "Count the input tokens of a request",
    access: "key",
    headers,
    body: messagesCountTokensRequest,
    answer: { description: "The number of tokens.", content: json(messagesTokenCount) },
    error: messagesError,
  },
];
