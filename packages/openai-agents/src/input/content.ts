import type { Block, DocumentBlock, ImageBlock, InProcessRequest, MediaSource } from "@diglot/core";
import { placeOf } from "@diglot/core";
import { plainDocument, passingRules as rules } from "@diglot/core/frameworks";
import type { UserMessageItem } from "@openai/agents";

type Receipt = InProcessRequest["receipt"];

/** A part of a message of the user. */
export type ContentPart = Exclude<UserMessageItem["content"], string>[number];

/** The parts that blocks become; those that are refused are left out. */
export function toParts(blocks: readonly Block[], receipt: Receipt): ContentPart[] {
  return blocks.flatMap((block) => {
    if ("cache" in block && block.cache) receipt.apply(rules.cache, placeOf(block, "cache"));
    return toBlockParts(block, receipt);
  });
}

function toBlockParts(block: Block, receipt: Receipt): ContentPart[] {
  switch (block.type) {
    case "text":
    case "refusal":
      return [toText(block.text)];
    case "image":
      return toImage(block, receipt);
    case "document":
      return toDocument(block, receipt);
    case "audio":
      return [{ type: "audio", audio: block.data, format: block.encoding }];
    default:
      receipt.apply(rules.misplaced, block.at ?? "");
      return [];
  }
}

function toText(text: string): ContentPart {
  return { type: "input_text", text };
}

function toImage({ source, detail, at = "" }: ImageBlock, receipt: Receipt): ContentPart[] {
  const image = toUrl(source);
  if (image === undefined) {
    receipt.apply(rules.fileId, at);
    return [];
  }
  return [{ type: "input_image", image, ...(detail !== undefined && { detail }) }];
}

function toDocument(block: DocumentBlock, receipt: Receipt): ContentPart[] {
  const { source, title, context, at = "" } = block;
  if (source.type === "blocks" || source.type === "text" || context !== undefined) {
    return toParts(plainDocument(block, receipt), receipt);
  }
  const url = toUrl(source);
  if (url === undefined) {
    receipt.apply(rules.fileId, at);
    return [];
  }
  const file = source.type === "url" ? { url } : url;
  return [{ type: "input_file", file, filename: title ?? "document.pdf" }];
}

/** The address of a source, which may be one of data. */
function toUrl(source: MediaSource): string | undefined {
  if (source.type === "url") return source.url;
  return source.type === "base64" ? `data:${source.mediaType};base64,${source.data}` : undefined;
}
