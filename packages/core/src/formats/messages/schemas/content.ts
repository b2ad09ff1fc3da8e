import * as z from "zod/mini";
import { anyList } from "../../../validation/any-list.js";
import type { Schema } from "../../../validation/issue.js";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject, cacheControl } from "./common.js";

/** What all sources have in common; `type` determines the other members. */
export const sourceHead = z.looseObject({ type: z.string() });

const base64Source = z.extend(sourceHead, {
  type: z.literal("base64"),
  media_type: z.string(),
  data: z.string(),
});
const textSource = z.extend(sourceHead, {
  type: z.literal("text"),
  media_type: z.string(),
  data: z.string(),
});
const urlSource = z.extend(sourceHead, { type: z.literal("url"), url: z.string() });
const fileSource = z.extend(sourceHead, { type: z.literal("file"), file_id: z.string() });

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

const textBlock = z.extend(blockHead, {
  type: z.literal("text"),
  text: z.string(),
  citations: z.optional(z.unknown()),
});
const imageBlock = z.extend(blockHead, { type: z.literal("image"), source: sourceHead });
const documentBlock = z.extend(blockHead, {
  type: z.literal("document"),
  source: sourceHead,
  title: z.nullish(z.string()),
});
const searchResultHead = z.extend(blockHead, {
  type: z.literal("search_result"),
  content: anyList(),
  source: z.string(),
  title: z.string(),
});
const thinkingBlock = z.extend(blockHead, {
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string(),
});
const redactedThinkingBlock = z.extend(blockHead, {
  type: z.literal("redacted_thinking"),
  data: z.string(),
});
const toolUseBlock = z.extend(blockHead, {
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: anyObject,
});
const toolResultHead = z.extend(blockHead, {
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

/** The blocks that can stand inside other blocks, without what is inside them. */
const innerBlock = z.union([
  textBlock,
  imageBlock,
  documentBlock,
  z.extend(searchResultHead, { content: z.array(blockHead) }),
  z.extend(blockHead, { type: otherThan(["text", "image", "document", "search_result"]) }),
]);
const innerContent = z.union([z.string(), z.array(innerBlock)]);

const anySource = z.union([
  base64Source,
  textSource,
  urlSource,
  fileSource,
  z.extend(sourceHead, { type: z.literal("content"), content: innerContent }),
  z.extend(sourceHead, { type: otherThan([...sourceSchemas.keys(), "content"]) }),
]);

/** A block of a request, with everything inside it. Blocks of unknown types are accepted. */
export const contentBlockParam = z.union([
  textBlock,
  z.extend(imageBlock, { source: anySource }),
  z.extend(documentBlock, { source: anySource }),
  z.extend(searchResultHead, { content: z.array(innerBlock) }),
  thinkingBlock,
  redactedThinkingBlock,
  toolUseBlock,
  z.extend(toolResultHead, { content: z.nullish(innerContent) }),
  z.extend(blockHead, { type: otherThan(blockSchemas.keys()) }),
]);

/** The content of a message: a string equals one text block. */
export const content = z.union([z.string(), z.array(contentBlockParam)]);

/** A block of a request; `type` determines its other members. */
export type ContentBlockParam = Inferred<typeof blockHead>;

/** Where the bytes of an image or a document are. */
export type SourceParam = Inferred<typeof sourceHead>;
