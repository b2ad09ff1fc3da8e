import type { Block, CacheMark, JsonObject, MediaSource } from "../conversation/conversation.js";
import { formatName } from "./message.js";
import { isOwnSignature } from "./signature.js";
import type { ContentBlockParam, SourceParam } from "./types.js";

/** The blocks of validated content; a string is one text block. */
export function parseContent(content: string | readonly ContentBlockParam[]): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content.map(parseBlock);
}

type BlockParser = (block: ContentBlockParam) => Block;

/** One parser for each block type that the neutral language has a word for. */
const parsers: ReadonlyMap<string, BlockParser> = new Map<string, BlockParser>([
  ["text", parseText],
  ["image", parseImage],
  ["document", parseDocument],
  ["thinking", parseThinking],
  ["redacted_thinking", parseRedactedThinking],
  ["tool_use", parseToolUse],
  ["tool_result", parseToolResult],
]);

function parseBlock(block: ContentBlockParam): Block {
  return (parsers.get(block.type) ?? toNative)(block);
}

function toNative(block: ContentBlockParam): Block {
  return { type: "native", format: formatName, value: block };
}

function parseText({ type, text, ...rest }: ContentBlockParam): Block {
  return { type: "text", text: String(text), ...toMarks(rest) };
}

function parseImage(block: ContentBlockParam): Block {
  const { type, source, ...rest } = block;
  const media = parseSource(source as SourceParam);
  if (!media) return toNative(block);
  return { type: "image", source: media.source, ...toMarks({ ...rest, ...media.rest }) };
}

function parseDocument(block: ContentBlockParam): Block {
  const { type, source, title, ...rest } = block;
  const media = parseSource(source as SourceParam);
  if (!media) return toNative(block);
  return {
    type: "document",
    source: media.source,
    ...(typeof title === "string" && { title }),
    ...toMarks({ ...rest, ...media.rest }),
  };
}

function parseThinking({ type, thinking, signature, ...rest }: ContentBlockParam): Block {
  return {
    type: "thinking",
    text: String(thinking),
    // The model never saw a signature of this service's own making.
    ...(!isOwnSignature(String(signature)) && { signature: String(signature) }),
    ...toMarks(rest),
  };
}

function parseRedactedThinking({ type, data, ...rest }: ContentBlockParam): Block {
  return { type: "redacted_thinking", data: String(data), ...toMarks(rest) };
}

function parseToolUse({ type, id, name, input, ...rest }: ContentBlockParam): Block {
  return {
    type: "tool_call",
    id: String(id),
    name: String(name),
    arguments: JSON.stringify(input),
    ...toMarks(rest),
  };
}

function parseToolResult(block: ContentBlockParam): Block {
  const { type, tool_use_id, content, is_error, ...rest } = block;
  return {
    type: "tool_result",
    callId: String(tool_use_id),
    content: content == null ? [] : parseContent(content as string | ContentBlockParam[]),
    isError: is_error === true,
    ...toMarks(rest),
  };
}

/** The cache mark apart from all other members that have no place in a block. */
function toMarks({ cache_control, ...extra }: JsonObject): {
  readonly cache?: CacheMark;
  readonly extra?: JsonObject;
} {
  return {
    ...(cache_control != null && { cache: cache_control as CacheMark }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

interface ParsedSource {
  readonly source: MediaSource;
  /** Members of the source that have no place, under its name. */
  readonly rest: { readonly source?: JsonObject };
}

/** The source in neutral words, or `undefined` for a kind that only this wire has. */
function parseSource({ type, ...members }: SourceParam): ParsedSource | undefined {
  switch (type) {
    case "base64":
    case "text": {
      const { media_type, data, ...rest } = members;
      return withRest({ type, mediaType: String(media_type), data: String(data) }, rest);
    }
    case "url": {
      const { url, ...rest } = members;
      return withRest({ type, url: String(url) }, rest);
    }
    case "file": {
      const { file_id, ...rest } = members;
      return withRest({ type, fileId: String(file_id) }, rest);
    }
    default:
      return undefined;
  }
}

function withRest(source: MediaSource, rest: JsonObject): ParsedSource {
  return { source, rest: Object.keys(rest).length > 0 ? { source: rest } : {} };
}
