import * as z from "zod/mini";
import { highestLimit, orders } from "../wire/item-page.js";
import { tagged } from "./common.js";
import { compactedResponse } from "./response.js";
import { request } from "./whole.js";

/** The body of `POST /v1/responses/compact`. The input may be absent, if there is an earlier reply. */
export const compactRequest = z.extend(request, { input: z.optional(request.shape.input) });

/** The answer of `POST /v1/responses/compact`. */
export const compactAnswer = compactedResponse;

/** The answer of `POST /v1/responses/input_tokens`. */
export const tokenCount = z.looseObject({
  object: z.literal("response.input_tokens"),
  input_tokens: z.int(),
});

/** The answer to a deletion. */
export const deletedResponse = z.looseObject({
  id: z.string(),
  object: z.literal("response"),
  deleted: z.literal(true),
});

/** A page of the items of an input. Each has an id. */
export const itemPage = z.looseObject({
  object: z.literal("list"),
  data: z.array(z.extend(tagged, { id: z.string() })),
  first_id: z.nullable(z.string()),
  last_id: z.nullable(z.string()),
  has_more: z.boolean(),
});

/** The parameters of a page. */
export const itemPageQuery = z.looseObject({
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(highestLimit))),
  order: z.optional(z.enum(orders)),
  after: z.optional(z.string()),
});
