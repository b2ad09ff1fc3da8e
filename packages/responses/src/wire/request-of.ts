import type { ParsedRequest } from "@diglot/core";
import type { ResponsesRequest } from "../schemas/request.js";
import type { FormatSettings } from "../settings.js";
import { asksForCompaction } from "./compaction.js";
import type { ToolTable } from "./tool-table.js";

/** An earlier reply that a request continues. */
export interface Continued {
  /** The id by which the request names it. */
  readonly id: string;
  /** How many items of the input come from there; they stand before those of the request. */
  readonly items: number;
  /** The ids of the replies in the store that hold the first of these items, the oldest first. */
  readonly chain: readonly string[];
  /** How many of the items those replies hold. The others are only in the memory of a connection. */
  readonly kept: number;
}

/** A request that this format has read. */
export interface ReadRequest extends ParsedRequest {
  /** Its tools, which are read once. */
  tools(): ToolTable;
  /** What it continues, once that has been looked up. Its input then begins with the items from there. */
  readonly continued: Continued | undefined;
}

/** Whether a request asks for a compaction of its input, and not for a reply. */
export function compacts(request: ParsedRequest): boolean {
  return asksForCompaction(requestOf(request));
}

/** What a request continues. */
export function continuedOf(request: ParsedRequest): Continued | undefined {
  return (request as ReadRequest).continued;
}

/** The place of an item of the input in the body that the caller has sent. */
export function placeOf(index: number, continued: Continued | undefined): string {
  const earlier = continued?.items ?? 0;
  return index < earlier ? "/previous_response_id" : `/input/${index - earlier}`;
}

/** The body of a request that this format has read. */
export function requestOf({ body }: ParsedRequest): ResponsesRequest {
  return body as ResponsesRequest;
}

/** The tools of a request that this format has read. */
export function toolsOf(request: ParsedRequest): ToolTable {
  return (request as ReadRequest).tools();
}

/** Whether a service keeps the reply to a request: it has a store, and the caller has not declined. */
export function isStored(
  request: ParsedRequest,
  { store }: Pick<FormatSettings, "store">,
): boolean {
  return store !== undefined && requestOf(request).store !== false;
}
