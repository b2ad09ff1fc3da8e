import type {
  Block,
  DocumentBlock,
  JsonObject,
  MediaSource,
  ToolCallBlock,
  ToolResultBlock,
} from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { fromJsonText } from "../../../../json/raw.js";
import type { EmitContext } from "../../../upstream-format.js";
import { takeExtra } from "../extra-members.js";
import { contentRules } from "../rules/content.js";
import type { MarkWriter } from "./cache.js";

/** Writes selected blocks; the wire has one block for each. */
export function emitBlocks(
  blocks: readonly Block[],
  marks: MarkWriter,
  context: EmitContext,
): readonly JsonObject[] {
  return blocks.map((block) => emitBlock(block, marks, context));
}

function emitBlock(block: Block, marks: MarkWriter, context: EmitContext): JsonObject {
  if (block.type === "native") return block.value;
  const body = emitBody(block, marks, context);
  const mark = marks.write(block.cache, placeOf(block, "cache"));
  return { ...body, ...mark, ...takeExtra(block, context) };
}

type WrittenBlock = Exclude<Block, { readonly type: "native" }>;

function emitBody(block: WrittenBlock, marks: MarkWriter, context: EmitContext): JsonObject {
  switch (block.type) {
    case "text":
    case "refusal":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image", source: emitSource(block.source, marks, context) };
    case "document":
      return emitDocument(block, marks, context);
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: block.signature ?? "" };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data };
    case "tool_call":
      return emitCall(block, context);
    case "tool_result":
      return emitResult(block, marks, context);
    case "audio":
      throw new TypeError("A sound cannot be written; it must be left out before.");
  }
}

function emitDocument(
  { source, title, context: told }: DocumentBlock,
  marks: MarkWriter,
  context: EmitContext,
): JsonObject {
  return {
    type: "document",
    source: emitSource(source, marks, context),
    ...(title !== undefined && { title }),
    ...(told !== undefined && { context: told }),
  };
}

function emitSource(source: MediaSource, marks: MarkWriter, context: EmitContext): JsonObject {
  switch (source.type) {
    case "base64":
      return { type: "base64", media_type: source.mediaType, data: source.data };
    case "text":
      // Whatever kind of text it was, the wire has one name for it.
      return { type: "text", media_type: "text/plain", data: source.data };
    case "url":
      return { type: "url", url: source.url };
    case "file":
      return { type: "file", file_id: source.fileId };
    case "blocks":
      return { type: "content", content: emitBlocks(source.blocks, marks, context) };
  }
}

function emitCall({ id, name, ...block }: ToolCallBlock, context: EmitContext): JsonObject {
  const { renamed, rawArguments } = contentRules["block.tool_call"];
  const wireName = context.names.toUpstream(name);
  if (wireName !== name) context.receipt.apply(renamed, placeOf(block, "name"), { to: wireName });
  const input = toInput(block.arguments);
  if (input === undefined) context.receipt.apply(rawArguments, placeOf(block, "arguments"));
  return {
    type: "tool_use",
    id,
    name: wireName,
    input: input ?? { _raw_arguments: block.arguments },
  };
}

/** The object that a text of arguments is, spelled the same, or `undefined` if it is none. */
function toInput(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "null") return {};
  if (!trimmed.startsWith("{")) return undefined;
  try {
    return fromJsonText(trimmed);
  } catch {
    return undefined;
  }
}

/** A tool that answered nothing has no content, and one that did not fail says nothing of it. */
function emitResult(block: ToolResultBlock, marks: MarkWriter, context: EmitContext): JsonObject {
  const content = emitBlocks(block.content, marks, context);
  return {
    type: "tool_result",
    tool_use_id: block.callId,
    ...(content.length > 0 && { content }),
    ...(block.isError && { is_error: true }),
  };
}
