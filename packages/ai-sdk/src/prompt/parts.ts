import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import type { AudioBlock, Block, DocumentBlock, ImageBlock, MediaSource } from "@diglot/core";
import { plainDocument } from "@diglot/core/frameworks";
import { rules } from "../rules.js";
import type { PromptContext } from "./context.js";
import { readsUrl, toFileData } from "./files.js";
import { toCacheOptions, toImageOptions } from "./part-options.js";

/** A part of a message of the user, or of the result of a tool. */
export type ContentPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** The parts that blocks become; those that are refused are left out. The last part of each has its cache control. */
export function toParts(blocks: readonly Block[], context: PromptContext): ContentPart[] {
  return blocks.flatMap((block) => {
    const parts = toPlainParts(block, context);
    const last = parts.at(-1);
    const options = "cache" in block ? toCacheOptions(block, context) : undefined;
    return last && options ? [...parts.slice(0, -1), merge(last, options)] : parts;
  });
}

function merge(
  part: ContentPart,
  options: NonNullable<ContentPart["providerOptions"]>,
): ContentPart {
  return { ...part, providerOptions: { ...part.providerOptions, ...options } };
}

function toPlainParts(block: Block, context: PromptContext): ContentPart[] {
  switch (block.type) {
    case "text":
    case "refusal":
      return [{ type: "text", text: block.text }];
    case "image":
      return toImage(block, context);
    case "document":
      return toDocument(block, context);
    case "audio":
      return toAudio(block, context);
    default:
      context.receipt.apply(rules.misplaced, block.at ?? "");
      return [];
  }
}

function toImage(block: ImageBlock, context: PromptContext): ContentPart[] {
  const file = toFile(block, "image/*", context);
  return file.map((part) => ({ ...part, ...toImageOptions(block, context) }));
}

/** A text in the frame of a document is a file of its own for providers of the Messages format alone. */
function toDocument(block: DocumentBlock, context: PromptContext): ContentPart[] {
  const isWhole = block.context === undefined && block.source.type !== "blocks";
  if (isWhole && (block.source.type !== "text" || context.family === "anthropic")) {
    const file = toFile(block, "application/pdf", context);
    return file.map((part) => ({ ...part, ...(block.title && { filename: block.title }) }));
  }
  return toParts(plainDocument(block, context.receipt), context);
}

/** The media types of the encodings that the wire names differently. */
const audioTypes: Readonly<Record<string, string>> = { mp3: "audio/mpeg" };

function toAudio({ encoding, data }: AudioBlock, context: PromptContext): ContentPart[] {
  const mediaType = audioTypes[encoding] ?? `audio/${encoding}`;
  return [
    { type: "file", mediaType, data: toFileData({ type: "base64", mediaType, data }, context) },
  ];
}

/** @param urlType the media type of what is behind a URL, as far as it is known */
function toFile(
  { source, at = "" }: { readonly source: MediaSource; readonly at?: string | undefined },
  urlType: string,
  context: PromptContext,
): LanguageModelV4FilePart[] {
  if (source.type === "file" || source.type === "blocks") {
    context.receipt.apply(rules.fileId, at);
    return [];
  }
  if (source.type === "url" && !readsUrl(source.url, urlType, context.urls)) {
    context.receipt.apply(rules.url, at);
    return [];
  }
  const mediaType = source.type === "url" ? urlType : source.mediaType;
  return [{ type: "file", mediaType, data: toFileData(source, context) }];
}
