import * as z from "zod/mini";
import {
  compactAnswer,
  compactRequest,
  deletedResponse,
  itemPage,
  tokenCount,
} from "../schemas/endpoints.js";
import { errorBody } from "../schemas/errors.js";
import { streamEvent } from "../schemas/events.js";
import { response } from "../schemas/response.js";
import { request } from "../schemas/whole.js";

/** The body of `POST /v1/responses`. */
export const responsesRequest = request.register(z.globalRegistry, {
  title: "ResponsesRequest",
  description: "The body of `POST /v1/responses`.",
});

/** The answer of `POST /v1/responses` without a stream. */
export const responsesResponse = response.register(z.globalRegistry, {
  title: "ResponsesResponse",
  description: "The answer of `POST /v1/responses` to a request without `stream`.",
});

/** The data of one event in the stream of `POST /v1/responses`. */
export const responsesStreamEvent = streamEvent.register(z.globalRegistry, {
  title: "ResponsesStreamEvent",
  description: "The data of one event in the stream of `POST /v1/responses`.",
});

/** The body of every error of this format that comes before a response has begun. */
export const responsesError = errorBody.register(z.globalRegistry, {
  title: "ResponsesError",
  description: "The body of every error of the Responses format.",
});

/** The body of `POST /v1/responses/compact`. */
export const responsesCompactRequest = compactRequest.register(z.globalRegistry, {
  title: "ResponsesCompactRequest",
  description: "The body of `POST /v1/responses/compact`.",
});

/** The answer of `POST /v1/responses/compact`. */
export const responsesCompactedResponse = compactAnswer.register(z.globalRegistry, {
  title: "ResponsesCompactedResponse",
  description: "The answer of `POST /v1/responses/compact`.",
});

/** The answer of `POST /v1/responses/input_tokens`. */
export const responsesTokenCount = tokenCount.register(z.globalRegistry, {
  title: "ResponsesTokenCount",
  description: "The answer of `POST /v1/responses/input_tokens`.",
});

/** The answer of `DELETE /v1/responses/{id}`. */
export const responsesDeleted = deletedResponse.register(z.globalRegistry, {
  title: "ResponsesDeleted",
  description: "The answer of `DELETE /v1/responses/{id}`.",
});

/** The answer of `GET /v1/responses/{id}/input_items`. */
export const responsesItemPage = itemPage.register(z.globalRegistry, {
  title: "ResponsesItemPage",
  description: "The answer of `GET /v1/responses/{id}/input_items`.",
});
