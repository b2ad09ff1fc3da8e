import type { ParsedRequest } from "@diglot/core";
import type { ResponsesRequest } from "../schemas/request.js";

/** The body of a request that this format has read. */
export function requestOf({ body }: ParsedRequest): ResponsesRequest {
  return body as ResponsesRequest;
}
