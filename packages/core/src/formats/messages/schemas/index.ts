import * as z from "zod/mini";
import { errorBody } from "./errors.js";
import { streamEvent } from "./events.js";
import { modelObject, modelsList } from "./models.js";
import { message, tokenCount } from "./response.js";
import { countTokensRequest, request } from "./whole.js";

/** The body of `POST /v1/messages`. */
export const messagesRequest = request.register(z.globalRegistry, {
  title: "MessagesRequest",
  description: "The body of `POST /v1/messages`.",
});

/** The body of `POST /v1/messages/count_tokens`. */
export const messagesCountTokensRequest = countTokensRequest.register(z.globalRegistry, {
  title: "MessagesCountTokensRequest",
  description: "The body of `POST /v1/messages/count_tokens`.",
});

/** The answer of `POST /v1/messages` without a stream. */
export const messagesResponse = message.register(z.globalRegistry, {
  title: "MessagesResponse",
  description: "The answer of `POST /v1/messages` to a request without `stream`.",
});

/** The answer of `POST /v1/messages/count_tokens`. */
export const messagesTokenCount = tokenCount.register(z.globalRegistry, {
  title: "MessagesTokenCount",
  description: "The answer of `POST /v1/messages/count_tokens`.",
});

/** The data of one event in the stream of `POST /v1/messages`. */
export const messagesStreamEvent = streamEvent.register(z.globalRegistry, {
  title: "MessagesStreamEvent",
  description: "The data of one event in the stream of `POST /v1/messages`.",
});

/** The body of every error of this format, and the data of an `error` event. */
export const messagesError = errorBody.register(z.globalRegistry, {
  title: "MessagesError",
  description: "The body of every error of the Messages format, and the data of an `error` event.",
});

/** One model, as `GET /v1/models/{id}` describes it in this format. */
export const messagesModel = modelObject.register(z.globalRegistry, {
  title: "MessagesModel",
  description: "One model in the Messages format.",
});

/** One page of `GET /v1/models` in this format. */
export const messagesModelsList = modelsList.register(z.globalRegistry, {
  title: "MessagesModelsList",
  description: "One page of `GET /v1/models` in the Messages format.",
});
