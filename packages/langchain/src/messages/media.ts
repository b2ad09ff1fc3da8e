import type { DocumentBlock, ImageBlock, MediaSource } from "@diglot/core";
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
  if (context.family === "anthropic") return [{ type: "image", source: toWireSource(source) }];
  const { detail } = block;
  const url = source.type === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
  return [{ type: "image_url", image_url: { url, ...(detail !== undefined && { detail }) } }];
}

/** A document: of a Messages provider as on its wire, of any other as a text or a file with a name. */
export function toDocument(block: DocumentBlock, context: MessageContext): ContentBlock[] {
  const { title, context: about } = block;
  const source = inline(block, context);
  if (!source) return [];
  if (context.family === "anthropic") {
    const named = {
      ...(title !== undefined && { title }),
      ...(about !== undefined && { context: about }),
    };
    return [{ type: "document", source: toWireSource(source), ...named }];
  }
  const texts = [about, source.type === "text" ? title : undefined].filter(Boolean);
  const before = texts.map((text) => ({ type: "text", text }));
  if (source.type === "text") return [...before, { type: "text", text: source.data }];
  const metadata = { filename: title ?? "document.pdf" };
  return [...before, { type: "file", ...toStandardSource(source), metadata }];
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
