import * as z from "zod/mini";
import { errorBody } from "./errors.js";
import { chunk } from "./events.js";
import { modelObject, modelsList } from "./models.js";
import { completion } from "./response.js";
import { request } from "./whole.js";

/** The body of `POST /v1/chat/completions`. */
export const chatCompletionsRequest = request.register(z.globalRegistry, {
  title: "ChatCompletionsRequest",
  description: "The body of `POST /v1/chat/completions`.",
});

/** The answer of `POST /v1/chat/completions` without a stream. */
export const chatCompletionsResponse = completion.register(z.globalRegistry, {
  title: "ChatCompletionsResponse",
  description: "The answer of `POST /v1/chat/completions` to a request without `stream`.",
});

/** The data of one event in the stream of `POST /v1/chat/completions`, except the last, `[DONE]`. */
export const chatCompletionsChunk = chunk.register(z.globalRegistry, {
  title: "ChatCompletionsChunk",
  description: "The data of one event in the stream of `POST /v1/chat/completions`.",
});

/** The body of every error of this format, and the data of an event that ends a stream early. */
export const chatCompletionsError = errorBody.register(z.globalRegistry, {
  title: "ChatCompletionsError",
  description: "The body of every error of the Chat Completions format.",
});

/** One model, as `GET /v1/models/{id}` describes it in this format. */
export const chatCompletionsModel = modelObject.register(z.globalRegistry, {
  title: "ChatCompletionsModel",
  description: "One model in the Chat Completions format.",
});

/** The answer of `GET /v1/models` in this format. */
export const chatCompletionsModelsList = modelsList.register(z.globalRegistry, {
  title: "ChatCompletionsModelsList",
  description: "The answer of `GET /v1/models` in the Chat Completions format.",
});
