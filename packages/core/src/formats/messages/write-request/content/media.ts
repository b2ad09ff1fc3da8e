import type {
  Block,
  DocumentBlock,
  ImageBlock,
  MediaSource,
} from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";
import type { WriteRequestContext } from "../context.js";
import { blockImageRules as imageRules, sourceRules as rules } from "../rules/content.js";
import { leaveOut as leaveOutAt } from "./leave-out.js";

type Media = ImageBlock | DocumentBlock;
type BytesSource = Extract<MediaSource, { readonly type: "base64" }>;
type Selected = Block | undefined;

/** An image that the upstream accepts, or its replacement. */
export function selectImage(block: ImageBlock, context: WriteRequestContext): Selected {
  const { capabilities, receipt } = context;
  if (block.detail !== undefined) {
    const rule = block.detail === "auto" ? imageRules.detailAuto : imageRules.detail;
    receipt.apply(rule, placeOf(block, "detail"));
  }
  const { source } = block;
  switch (source.type) {
    case "base64":
      if (!capabilities.images.base64) return leaveOut(rules.bytes, block, context);
      return selectPicture(block, source, context);
    case "url":
      return capabilities.images.url && isWebAddress(source.url)
        ? block
        : leaveOut(rules.address, block, context);
    case "file":
      return leaveOut(rules.fileId, block, context);
    default:
      return leaveOut(rules.mediaType, block, context);
  }
}

/** Common aliases of media types, and the standard names. */
const aliases: ReadonlyMap<string, string> = new Map([["image/jpg", "image/jpeg"]]);

function selectPicture(
  block: ImageBlock,
  source: BytesSource,
  context: WriteRequestContext,
): Selected {
  const mediaType = aliases.get(source.mediaType) ?? source.mediaType;
  if (!context.capabilities.images.mediaTypes.includes(mediaType)) {
    return leaveOut(rules.mediaType, block, context);
  }
  if (mediaType === source.mediaType) return block;
  context.receipt.apply(rules.alias, placeOf(block, "source"), { to: mediaType });
  return { ...block, source: { ...source, mediaType } };
}

/** A document that the upstream accepts, an image if the file is one, or a replacement. */
export function selectDocument(block: DocumentBlock, context: WriteRequestContext): Selected {
  const { documents } = context.capabilities;
  const { source } = block;
  switch (source.type) {
    case "base64":
      return selectBytes(block, source, context);
    case "text":
      return documents.text ? block : leaveOut(rules.mediaType, block, context);
    case "url":
      return documents.url && isWebAddress(source.url)
        ? block
        : leaveOut(rules.address, block, context);
    case "file":
      return leaveOut(rules.fileId, block, context);
    case "blocks":
      return block;
  }
}

function selectBytes(
  block: DocumentBlock,
  source: BytesSource,
  context: WriteRequestContext,
): Selected {
  const { documents } = context.capabilities;
  if (source.mediaType === "application/pdf" && documents.pdf) return block;
  if (source.mediaType.startsWith("image/")) {
    return selectImage(toImage(block, context), context);
  }
  const text = source.mediaType.startsWith("text/") ? decodeText(source.data) : undefined;
  if (text === undefined || !documents.text) return leaveOut(rules.mediaType, block, context);
  context.receipt.apply(rules.asText, placeOf(block, "source"));
  return { ...block, source: { type: "text", mediaType: source.mediaType, data: text } };
}

function toImage(block: DocumentBlock, { receipt }: WriteRequestContext): ImageBlock {
  const { title, context: reported, type, ...rest } = block;
  receipt.apply(rules.asImage, placeOf(block, "source"));
  if (title !== undefined) receipt.apply(imageRules.title, placeOf(block, "title"));
  if (reported !== undefined) receipt.apply(imageRules.title, placeOf(block, "context"));
  return { ...rest, type: "image" };
}

function leaveOut(rule: Rule, block: Media, { receipt }: WriteRequestContext): Selected {
  return leaveOutAt(rule, placeOf(block, "source"), receipt);
}

function isWebAddress(url: string): boolean {
  return /^https?:/i.test(url);
}

/** The UTF-8 text in base64 bytes, or `undefined` if they are not UTF-8. */
function decodeText(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
