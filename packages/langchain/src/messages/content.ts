import {
  type AudioBlock,
  type Block,
  type CacheControl,
  type DocumentBlock,
  type Placed,
  placeOf,
} from "@diglot/core";
import { plainDocument } from "@diglot/core/frameworks";
import { rules } from "../rules.js";
import type { MessageContext } from "./context.js";
import { type ContentBlock, toDocument, toImage, toWireDocument } from "./media.js";

/** The content of a message: one text as a string, anything else as blocks. */
export function toContent(
  blocks: readonly Block[],
  context: MessageContext,
): string | ContentBlock[] {
  const written = blocks.flatMap((block) => toBlocks(block, context));
  const [first] = written;
  const isPlain = written.length === 1 && first?.type === "text" && !("cache_control" in first);
  return isPlain ? String(first?.text) : written;
}

/** The blocks that a block becomes; the last one has its cache control. */
function toBlocks(block: Block, context: MessageContext): ContentBlock[] {
  const written = toPlainBlocks(block, context);
  const last = written.at(-1);
  if (!last || !("cache" in block) || !block.cache) return written;
  return [...written.slice(0, -1), { ...last, ...toCache(block, context) }];
}

function toPlainBlocks(block: Block, context: MessageContext): ContentBlock[] {
  switch (block.type) {
    case "text":
    case "refusal":
      return [{ type: "text", text: block.text }];
    case "image":
      return toImage(block, context);
    case "document":
      return toDocumentBlocks(block, context);
    case "audio":
      if (context.family !== "anthropic") return [toAudio(block)];
      context.receipt.apply(rules.audio, block.at ?? "");
      return [];
    default:
      context.receipt.apply(rules.misplaced, block.at ?? "");
      return [];
  }
}

function toDocumentBlocks(block: DocumentBlock, context: MessageContext): ContentBlock[] {
  const { source, context: about } = block;
  if (context.family === "anthropic" && source.type !== "blocks") {
    return toWireDocument(block, context);
  }
  const isFile = source.type !== "blocks" && source.type !== "text" && about === undefined;
  if (isFile) return toDocument(block, context);
  return plainDocument(block, context.receipt).flatMap((inner) => toBlocks(inner, context));
}

function toAudio({ encoding, data }: AudioBlock): ContentBlock {
  return { type: "audio", source_type: "base64", mime_type: `audio/${encoding}`, data };
}

/** Cache control, where the provider takes it; of others it is lost. */
function toCache(
  part: Placed & { readonly cache?: CacheControl | undefined },
  { family, receipt }: MessageContext,
): { cache_control?: CacheControl | undefined } {
  if (family === "anthropic") return { cache_control: part.cache };
  receipt.apply(rules.cache, placeOf(part, "cache"));
  return {};
}
