import type { Operation } from "@diglot/core/openapi";
import { itemPageQuery } from "../schemas/endpoints.js";
import {
  responsesCompactedResponse,
  responsesCompactRequest,
  responsesDeleted,
  responsesError,
  responsesItemPage,
  responsesRequest,
  responsesResponse,
  responsesTokenCount,
} from "./titled.js";

type Json = Pick<Operation, "answer">;

/** What all operations of the format have in common. */
const common = { tag: "Responses", access: "key", error: responsesError } as const;

function json(
  description: string,
  schema: Extract<Operation["answer"]["content"][string], readonly unknown[]>[number],
): Json {
  return { answer: { description, content: { "application/json": [schema] } } };
}

/** What can be done with an input without a reply, and with replies that are kept. */
export const furtherOperations: readonly Operation[] = [
  {
    ...common,
    method: "POST",
    path: "/v1/responses/input_tokens",
    id: "countResponseTokens",
    summary: "Count the input tokens of a request",
    body: responsesRequest,
    ...json("The number of tokens.", responsesTokenCount),
  },
  {
    ...common,
    method: "POST",
    path: "/v1/responses/compact",
    id: "compactResponse",
    summary: "Make a summary that stands for a conversation",
    body: responsesCompactRequest,
    ...json("The compaction, which is sent back as it is.", responsesCompactedResponse),
  },
  {
    ...common,
    method: "GET",
    path: "/v1/responses/:id",
    id: "getResponse",
    summary: "Read a reply that is kept",
    ...json("The reply, as its caller got it.", responsesResponse),
  },
  {
    ...common,
    method: "DELETE",
    path: "/v1/responses/:id",
    id: "deleteResponse",
    summary: "Delete a reply that is kept",
    ...json("The reply is gone.", responsesDeleted),
  },
  {
    ...common,
    method: "GET",
    path: "/v1/responses/:id/input_items",
    id: "listResponseInput",
    summary: "List the input of a reply that is kept",
    query: itemPageQuery,
    ...json("A page of items.", responsesItemPage),
  },
];
