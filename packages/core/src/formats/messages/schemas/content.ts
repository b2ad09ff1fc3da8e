import * as z from "zod/mini";
import { anyList } from "../../../validation/any-list.js";
import type { Schema } from "../../../validation/issue.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject, cacheControl } from "./common.js";

/** What all sources have in common; `type` determines the other members. */
export const sourceHead = z.looseObject({ type: z.string() });

export const base64Source = z.extend(sourceHead, {
  type: z.literal("base64"),
  media_type: z.string(),
  data: z.string(),
});
export const textSource = z.extend(sourceHead, {
  type: z.literal("text"),
  media_type: z.string(),
  data: z.string(),
});
export const urlSource = z.extend(sourceHead, { type: z.literal("url"), url: z.string() });
export const fileSource = z.extend(sourceHead, { type: z.literal("file"), file_id: z.string() });

/** The members of a source by its type; sources of other types are accepted unchecked. */
export const sourceSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["base64", base64Source],
  ["text", textSource],
  ["url", urlSource],
  ["file", fileSource],
]);

/** What all blocks have in common; `type` determines the other members. */
export const blockHead = z.looseObject({
  type: z.string(),
  cache_control: z.nullish(cacheControl),
});

export const textBlock = z.extend(blockHead, {
  type: z.literal("text"),
  text: z.string(),
  citations: z.optional(z.unknown()),
});
export const imageBlock = z.extend(blockHead, { type: z.literal("image"), source: sourceHead });
export const documentBlock = z.extend(blockHead, {
  type: z.literal("document"),
  source: sourceHead,
  title: z.nullish(z.string()),
});
export const searchResultHead = z.extend(blockHead, {
  type: z.literal("search_result"),
  content: anyList(),
  source: z.string(),
  title: z.string(),
});
export const thinkingBlock = z.extend(blockHead, {
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string(),
});
export const redactedThinkingBlock = z.extend(blockHead, {
  type: z.literal("redacted_thinking"),
  data: z.string(),
});
export const toolUseBlock = z.extend(blockHead, {
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: anyObject,
});
export const toolResultHead = z.extend(blockHead, {
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  is_error: z.nullish(z.boolean()),
});

/**
 * The block types whose members the service reads; all others are accepted unchecked. Neither the
 * blocks inside a block nor its source are checked here.
 */
export const blockSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["text", textBlock],
  ["image", imageBlock],
  ["document", documentBlock],
  ["search_result", searchResultHead],
  ["thinking", thinkingBlock],
  ["redacted_thinking", redactedThinkingBlock],
  ["tool_use", toolUseBlock],
  ["tool_result", toolResultHead],
]);

/** A block of a request; `type` determines its other members. */
export type ContentBlockParam = Inferred<typeof blockHead>;

/** Where the bytes of an image or a document are. */
export type SourceParam = Inferred<typeof sourceHead>;
