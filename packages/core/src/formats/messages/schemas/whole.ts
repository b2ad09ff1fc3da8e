import * as z from "zod/mini";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
import {
  base64Source,
  blockHead,
  blockSchemas,
  documentBlock,
  fileSource,
  imageBlock,
  redactedThinkingBlock,
  searchResultHead,
  sourceHead,
  sourceSchemas,
  textBlock,
  textSource,
  thinkingBlock,
  toolResultHead,
  toolUseBlock,
  urlSource,
} from "./content.js";
import {
  countTokensHead,
  enabledThinking,
  messageHead,
  requestHead,
  thinkingHead,
} from "./request.js";
import { customTool, namedToolChoice, toolChoiceHead, toolHead } from "./tools.js";

// Whole requests, with the items of their lists. The service checks those one by one, and does not
// contain these schemas; the types of requests are inferred from them.

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
const contentBlockParam = z.union([
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
const content = z.union([z.string(), z.array(contentBlockParam)]);

/** Any tool. The service of the vendor runs those of other types. */
const anyTool = z.union([
  z.extend(customTool, { type: z.nullish(z.literal("custom")) }),
  z.extend(toolHead, { type: otherThan(["custom"]), name: z.optional(z.string()) }),
]);

/** The choice of one tool by its name, or of a kind. */
const anyToolChoice = z.union([
  z.extend(namedToolChoice, { type: z.literal("tool") }),
  z.extend(toolChoiceHead, { type: otherThan(["tool"]) }),
]);

/** One message. Only one with the role `system` may have no content. */
const message = z.extend(messageHead, { content: z.optional(content) });

const anyThinking = z.union([
  z.extend(enabledThinking, { type: z.literal("enabled") }),
  z.extend(thinkingHead, { type: otherThan(["enabled"]) }),
]);

/** The members whose items and kinds are checked one by one. */
const wholes = {
  messages: z.array(message).check(z.minLength(1)),
  system: z.nullish(content),
  stop_sequences: z.nullish(z.array(z.string())),
  tools: z.nullish(z.array(anyTool)),
  tool_choice: z.nullish(anyToolChoice),
  thinking: z.nullish(anyThinking),
};

/** The whole body of `POST /v1/messages`. */
export const request = z.extend(requestHead, wholes);

/** The whole body of `POST /v1/messages/count_tokens`. */
export const countTokensRequest = z.extend(countTokensHead, wholes);

/** One message of a request. */
export type MessageParam = Inferred<typeof message>;

/** The body of `POST /v1/messages`, or of the token counter, which needs no `max_tokens`. */
export type MessagesRequest = Inferred<typeof countTokensRequest> & {
  readonly max_tokens?: number | undefined;
};

/** A tool definition. */
export type ToolParam = Inferred<typeof anyTool>;

/** How the tools should be used. */
export type ToolChoiceParam = Inferred<typeof anyToolChoice>;
