import type { Block, CacheControl } from "../../../conversation/conversation.js";
import type { JsonObject } from "../../../json/value.js";
import type { ContentBlockParam, SourceParam } from "../schemas/content.js";
import { formatName } from "../wire/names.js";
import type { RawInputs } from "../wire/raw-inputs.js";
import { isOwnSignature } from "../wire/signature.js";
import { type ParsedSource, parseSource, withRest } from "./source.js";

/** The place of some content, and what else is needed to read it. */
export interface ContentPlace {
  /** A JSON pointer into the caller's body. */
  readonly at: string;
  readonly inputs: RawInputs;
}

/** The blocks of validated content; a string is one text block. */
export function parseContent(
  content: string | readonly ContentBlockParam[],
  { at, inputs }: ContentPlace,
): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", at, text: content }];
  return content.map((block, index) => parseBlock(block, { at: `${at}/${index}`, inputs }));
}

type BlockParser = (block: ContentBlockParam, place: ContentPlace) => Block;

/** One parser for each block type that has a neutral form. */
const parsers: ReadonlyMap<string, BlockParser> = new Map<string, BlockParser>([
  ["text", parseText],
  ["image", parseImage],
  ["document", parseDocument],
  ["thinking", parseThinking],
  ["redacted_thinking", parseRedactedThinking],
  ["tool_use", parseToolUse],
  ["tool_result", parseToolResult],
]);

function parseBlock(block: ContentBlockParam, place: ContentPlace): Block {
  return (parsers.get(block.type) ?? toNative)(block, place);
}

function toNative(block: ContentBlockParam, { at }: ContentPlace): Block {
  return { type: "native", at, format: formatName, value: block };
}

function parseText({ type, text, ...rest }: ContentBlockParam, place: ContentPlace): Block {
  return { type: "text", ...toCacheControl(rest, place), text: String(text) };
}

function parseImage(block: ContentBlockParam, place: ContentPlace): Block {
  const { type, source, ...rest } = block;
  const media = parseSource(source as SourceParam);
  if (!media) return toNative(block, place);
  return {
    type: "image",
    ...toCacheControl({ ...rest, ...media.rest }, place),
    source: media.source,
  };
}

function parseDocument(block: ContentBlockParam, place: ContentPlace): Block {
  const { type, source, title, context, ...others } = block;
  const media = parseDocumentSource(source as SourceParam, place);
  if (!media) return toNative(block, place);
  const hasContext = typeof context === "string";
  const rest = hasContext || context === undefined ? others : { ...others, context };
  return {
    type: "document",
    ...toCacheControl({ ...rest, ...media.rest }, place),
    source: media.source,
    ...(typeof title === "string" && { title }),
    ...(hasContext && { context }),
  };
}

function parseThinking(block: ContentBlockParam, place: ContentPlace): Block {
  const { type, thinking, signature, ...rest } = block;
  return {
    type: "thinking",
    ...toCacheControl(rest, place),
    text: String(thinking),
    // A signature that this service made is unknown to the model.
    ...(!isOwnSignature(String(signature)) && { signature: String(signature) }),
  };
}

function parseRedactedThinking(
  { type, data, ...rest }: ContentBlockParam,
  place: ContentPlace,
): Block {
  return { type: "redacted_thinking", ...toCacheControl(rest, place), data: String(data) };
}

function parseToolUse(block: ContentBlockParam, place: ContentPlace): Block {
  const { type, id, name, input, ...rest } = block;
  return {
    type: "tool_call",
    ...toCacheControl(rest, place),
    id: String(id),
    name: String(name),
    arguments: place.inputs.get(block) ?? JSON.stringify(input),
  };
}

function parseToolResult(block: ContentBlockParam, place: ContentPlace): Block {
  const { type, tool_use_id, content, is_error, ...rest } = block;
  const inner = { ...place, at: `${place.at}/content` };
  return {
    type: "tool_result",
    ...toCacheControl(rest, place),
    callId: String(tool_use_id),
    content: content == null ? [] : parseContent(content as string | ContentBlockParam[], inner),
    isError: is_error === true,
  };
}

/** The place, the cache control, and all other members that have no neutral field in a block. */
function toCacheControl(
  { cache_control, ...extra }: JsonObject,
  { at }: ContentPlace,
): {
  readonly at: string;
  readonly cache?: CacheControl;
  readonly places?: Readonly<Record<string, string>>;
  readonly extra?: JsonObject;
} {
  const places = {
    ...(cache_control != null && { cache: `${at}/cache_control` }),
    ...(extra.source !== undefined && { source: `${at}/source` }),
  };
  return {
    at,
    ...(Object.keys(places).length > 0 && { places }),
    ...(cache_control != null && { cache: cache_control as CacheControl }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** As `parseSource`; a document may also consist of blocks. */
function parseDocumentSource(source: SourceParam, place: ContentPlace): ParsedSource | undefined {
  if (source.type !== "content") return parseSource(source);
  const { type, content, ...rest } = source;
  const inner = { ...place, at: `${place.at}/source/content` };
  const blocks = parseContent(content as string | ContentBlockParam[], inner);
  return withRest({ type: "blocks", blocks }, rest);
}
