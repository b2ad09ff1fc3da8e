import type {
  Block,
  DocumentBlock,
  ImageBlock,
  MediaSource,
} from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import type { WriteRequestContext } from "../context.js";
import {
  blockDocumentRules as documentRules,
  blockImageRules as imageRules,
  turnBlocksRules,
} from "../rules/content.js";
import type { Part } from "./parts.js";

/** The text in place of an image, for callers that prefer a missing image to a refusal. */
const missingImage = "[an image that cannot be shown here]";

/** The name of a document without a title; some servers require a name. */
const defaultFilename = "document.pdf";

/** The part for an image, or a note in its place. */
export function toImageParts(block: ImageBlock, context: WriteRequestContext): readonly Part[] {
  const { at = "", source, detail } = block;
  const { receipt } = context;
  if (source.type === "file") {
    receipt.apply(imageRules.file, at);
    return [];
  }
  const url = toImageUrl(source, context);
  if (url === undefined) {
    return receipt.apply(imageRules.unsupported, at) ? [{ type: "text", text: missingImage }] : [];
  }
  receipt.apply(imageRules.sent, at);
  return [{ type: "image_url", image_url: { url, ...(detail !== undefined && { detail }) } }];
}

function toImageUrl(
  source: MediaSource,
  { capabilities }: WriteRequestContext,
): string | undefined {
  const { url, base64, mediaTypes } = capabilities.images;
  if (source.type === "url") return url ? source.url : undefined;
  if (source.type !== "base64" || !base64) return undefined;
  return mediaTypes.includes(source.mediaType) ? toDataUrl(source) : undefined;
}

function toDataUrl({ mediaType, data }: Extract<MediaSource, { type: "base64" }>): string {
  return `data:${mediaType};base64,${data}`;
}

/** The parts for a document: a file, or its text in a frame. */
export function toDocumentParts(
  block: DocumentBlock,
  context: WriteRequestContext,
): readonly Part[] {
  const { at = "", source } = block;
  const { receipt, capabilities } = context;
  switch (source.type) {
    case "text":
      receipt.apply(documentRules.framed, at);
      return [{ type: "text", text: toFrame(block, source.data) }];
    case "blocks":
      receipt.apply(documentRules.framed, at);
      return toBlocksParts(block, source.blocks, context);
    case "base64":
      if (source.mediaType === "application/pdf" && capabilities.documents.pdf) {
        return toFileParts(block, toDataUrl(source), context);
      }
      receipt.apply(documentRules.unsupported, at);
      return [];
    case "url":
      receipt.apply(documentRules.unsupported, at);
      return [];
    case "file":
      receipt.apply(documentRules.file, at);
      return [];
  }
}

/** The context of a file has no member of its own, so it becomes a text before the file. */
function toFileParts(
  { at = "", title, context: about }: DocumentBlock,
  data: string,
  { receipt }: WriteRequestContext,
): readonly Part[] {
  receipt.apply(about === undefined ? documentRules.sent : documentRules.context, at);
  const file = { filename: title ?? defaultFilename, file_data: data };
  const before = about === undefined ? [] : [{ type: "text", text: about }];
  return [...before, { type: "file", file }];
}

/** The texts of a document that consists of blocks, then its images. */
function toBlocksParts(
  block: DocumentBlock,
  blocks: readonly Block[],
  context: WriteRequestContext,
): readonly Part[] {
  const texts: string[] = [];
  const images: Part[] = [];
  for (const inner of blocks) {
    if (inner.type !== "native") takeExtra(inner, context);
    if (inner.type === "text") texts.push(inner.text);
    else if (inner.type === "image") images.push(...toImageParts(inner, context));
    else context.receipt.apply(turnBlocksRules.misplaced, inner.at ?? "");
  }
  return [{ type: "text", text: toFrame(block, texts.join("\n")) }, ...images];
}

/** The fixed frame of a document's text. */
function toFrame({ title, context }: DocumentBlock, text: string): string {
  return [
    "<document>",
    ...(title === undefined ? [] : [`<title>${title}</title>`]),
    ...(context === undefined ? [] : [`<context>${context}</context>`]),
    text,
    "</document>",
  ].join("\n");
}
