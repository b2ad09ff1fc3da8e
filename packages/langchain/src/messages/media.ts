import { type DocumentBlock, type ImageBlock, type MediaSource, placeOf } from "@diglot/core";
import { rules } from "../rules.js";
import type { MessageContext } from "./context.js";

/** A block of content as LangChain has it. */
export type ContentBlock = { type: string } & Record<string, unknown>;

/** A source whose bytes, text or address are known. */
type Inline = Extract<MediaSource, { readonly type: "base64" | "text" | "url" }>;

/** An image: of a Messages provider as on its wire, of any other by its URL, which may be one of data. */
export function toImage(block: ImageBlock, context: MessageContext): ContentBlock[] {
  const source = inline(block, context);
  if (!source) return [];
  const { detail } = block;
  if (context.family === "anthropic") {
    if (detail !== undefined && detail !== "auto") {
      context.receipt.apply(rules.detail, placeOf(block, "detail"));
    }
    return [{ type: "image", source: toWireSource(source) }];
  }
  const url = source.type === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
  return [{ type: "image_url", image_url: { url, ...(detail !== undefined && { detail }) } }];
}

/** A document that is not text, as a file with a name. */
export function toDocument(block: DocumentBlock, context: MessageContext): ContentBlock[] {
  const source = inline(block, context);
  if (!source || source.type === "text") return [];
  if (context.family === "openai" && source.type === "url") {
    context.receipt.apply(rules.url, block.at ?? "");
    return [];
  }
  const metadata = { filename: block.title ?? "document.pdf" };
  return [{ type: "file", ...toStandardSource(source), metadata }];
}

/** A document as it is on the wire of Messages. */
export function toWireDocument(block: DocumentBlock, context: MessageContext): ContentBlock[] {
  const { title, context: about } = block;
  const source = inline(block, context);
  if (!source) return [];
  const named = {
    ...(title !== undefined && { title }),
    ...(about !== undefined && { context: about }),
  };
  return [{ type: "document", source: toWireSource(source), ...named }];
}

function inline(
  { source, at = "" }: ImageBlock | DocumentBlock,
  { receipt }: MessageContext,
): Inline | undefined {
  if (source.type !== "file" && source.type !== "blocks") return source;
  receipt.apply(rules.fileId, at);
  return undefined;
}

function toWireSource(source: Inline): Record<string, unknown> {
  if (source.type === "url") return { type: "url", url: source.url };
  return { type: source.type, media_type: source.mediaType, data: source.data };
}

function toStandardSource(source: Exclude<Inline, { type: "text" }>): Record<string, unknown> {
  if (source.type === "url") return { source_type: "url", url: source.url };
  return { source_type: "base64", mime_type: source.mediaType, data: source.data };
}
