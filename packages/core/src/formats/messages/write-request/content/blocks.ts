import type {
  Block,
  DocumentBlock,
  MediaSource,
  ToolCallBlock,
  ToolResultBlock,
} from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { placeOf } from "../../../../conversation/places.js";
import { readJsonText } from "../../../../json/raw.js";
import type { JsonObject } from "../../../../json/value.js";
import { runAtOnce, type Steps } from "../../../../runtime/steps.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolCallRules } from "../rules/content.js";
import type { CacheControlWriter } from "./cache.js";

/** Writes selected blocks, each as one block of the wire. */
export function writeBlocks(
  blocks: readonly Block[],
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): readonly JsonObject[] {
  return blocks.map((block) =>
    block.type === "tool_call"
      ? runAtOnce(writeCall(block, cacheControls, context))
      : writeBlock(block, cacheControls, context),
  );
}

/** Writes a selected block as one block of the wire. */
export function writeBlock(
  block: Exclude<Block, ToolCallBlock>,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  if (block.type === "native") return block.value;
  return withMembers(writeBody(block, cacheControls, context), block, cacheControls, context);
}

/** Writes a selected call; large arguments take several steps. */
export function* writeCall(
  block: ToolCallBlock,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): Steps<JsonObject> {
  const body = yield* writeToolUse(block, context);
  return withMembers(body, block, cacheControls, context);
}

/** Adds the members that any block may have: its cache control, and what only the caller's format knows. */
function withMembers(
  body: JsonObject,
  block: WrittenBlock | ToolCallBlock,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  if (!block.cache && !block.extra) return body;
  const cacheControl = block.cache && cacheControls.write(block.cache, placeOf(block, "cache"));
  return {
    ...body,
    ...cacheControl,
    ...takeExtra(block, context, context.capabilities.extensions),
  };
}

type WrittenBlock = Exclude<Block, { readonly type: "native" | "tool_call" }>;

function writeBody(
  block: WrittenBlock,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  switch (block.type) {
    case "text":
    case "refusal":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image", source: writeSource(block.source, cacheControls, context) };
    case "document":
      return writeDocument(block, cacheControls, context);
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: block.signature ?? "" };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data };
    case "tool_result":
      return writeResult(block, cacheControls, context);
    case "audio":
      throw new TypeError("Audio cannot be written; it must be left out before.");
  }
}

function writeDocument(
  { source, title, context: reported }: DocumentBlock,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  return {
    type: "document",
    source: writeSource(source, cacheControls, context),
    ...(title !== undefined && { title }),
    ...(reported !== undefined && { context: reported }),
  };
}

function writeSource(
  source: MediaSource,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  switch (source.type) {
    case "base64":
      return { type: "base64", media_type: source.mediaType, data: source.data };
    case "text":
      // The wire has one name for every type of text.
      return { type: "text", media_type: "text/plain", data: source.data };
    case "url":
      return { type: "url", url: source.url };
    case "file":
      return { type: "file", file_id: source.fileId };
    case "blocks":
      return { type: "content", content: writeBlocks(source.blocks, cacheControls, context) };
  }
}

function* writeToolUse(block: ToolCallBlock, context: WriteRequestContext): Steps<JsonObject> {
  const { id, name } = block;
  const { renamed, rawArguments } = blockToolCallRules;
  const wireName = context.names.toUpstream(name);
  if (wireName !== name) context.receipt.apply(renamed, placeOf(block, "name"), { to: wireName });
  const input = yield* readInput(block.arguments);
  if (input === undefined) context.receipt.apply(rawArguments, placeOf(block, "arguments"));
  return {
    type: "tool_use",
    id,
    name: wireName,
    input: input ?? { _raw_arguments: block.arguments },
  };
}

/**
 * The object in the text of arguments, with the same spelling, or `undefined` if the text is not an
 * object.
 */
function* readInput(text: string): Steps<unknown> {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "null") return {};
  if (!trimmed.startsWith("{")) return undefined;
  try {
    return yield* readJsonText(trimmed);
  } catch {
    return undefined;
  }
}

/** An empty result has no content, and `is_error` is only written for a failure. */
function writeResult(
  block: ToolResultBlock,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  const content = writeBlocks(block.content, cacheControls, context);
  return {
    type: "tool_result",
    tool_use_id: block.callId,
    ...(content.length > 0 && { content }),
    ...(block.isError && { is_error: true }),
  };
}
