import type { ParsedRequest } from "@diglot/core";
import type { ResponsesRequest } from "../schemas/request.js";
import type { ToolTable } from "./tool-table.js";

/** A request that this format has read. */
export interface ReadRequest extends ParsedRequest {
  /** Its tools, which are read once. */
  tools(): ToolTable;
}

/** The body of a request that this format has read. */
export function requestOf({ body }: ParsedRequest): ResponsesRequest {
  return body as ResponsesRequest;
}

/** The tools of a request that this format has read. */
export function toolsOf(request: ParsedRequest): ToolTable {
  return (request as ReadRequest).tools();
}
