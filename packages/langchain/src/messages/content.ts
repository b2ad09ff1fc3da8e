import { type AudioBlock, type Block, type CacheControl, type Placed, placeOf } from "@diglot/core";
import { rules } from "../rules.js";
import type { MessageContext } from "./context.js";
import { type ContentBlock, toDocument, toImage } from "./media.js";

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
      if (block.source.type !== "blocks") return toDocument(block, context);
      context.receipt.apply(rules.documentBlocks, block.at ?? "");
      return [
        ...[block.title, block.context].filter(Boolean).map((text) => ({ type: "text", text })),
        ...block.source.blocks.flatMap((inner) => toBlocks(inner, context)),
      ];
    case "audio":
      return [toAudio(block)];
    default:
      context.receipt.apply(rules.misplaced, block.at ?? "");
      return [];
  }
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
