import type {
  AudioBlock,
  Block,
  JsonObject,
  NativeBlock,
} from "../../../../conversation/conversation.js";
import type { WriteRequestContext } from "../../../upstream-format.js";
import { takeExtra, toNativeDetail } from "../extra-members.js";
import { contentRules } from "../rules/content.js";
import { toCacheControl } from "./cache.js";
import { toDocumentParts, toImageParts } from "./media.js";

/** A part of a message's content. */
export interface Part extends JsonObject {
  readonly type: string;
}

/** A part that is text. */
export interface TextPart extends Part {
  readonly type: "text";
  readonly text: string;
}

/** Whether a part is text. */
export function isText(part: Part): part is TextPart {
  return part.type === "text";
}

/** A part of text. */
export function toTextPart(text: string): TextPart {
  return { type: "text", text };
}

/** The parts that say a block; none if it is refused or left out. The last one bears its mark. */
export function toParts(block: Block, context: WriteRequestContext): readonly Part[] {
  if (block.type === "native") return toNativeParts(block, context);
  takeExtra(block, context);
  return setLastCacheControl(toUnmarked(block, context), toCacheControl(block.cache, context));
}

function toUnmarked(
  block: Exclude<Block, NativeBlock>,
  context: WriteRequestContext,
): readonly Part[] {
  switch (block.type) {
    case "text":
      return [toTextPart(block.text)];
    case "image":
      return toImageParts(block, context);
    case "document":
      return toDocumentParts(block, context);
    case "audio":
      return toAudioParts(block, context);
    case "thinking":
    case "redacted_thinking":
    case "refusal":
    case "tool_call":
    case "tool_result":
      context.receipt.apply(contentRules["turn.blocks"].misplaced, block.at ?? "");
      return [];
  }
}

function toAudioParts({ at = "", data, encoding }: AudioBlock, context: WriteRequestContext) {
  const { sent, unsupported } = contentRules["block.audio"];
  if (!context.receipt.apply(context.capabilities.audio ? sent : unsupported, at)) return [];
  return [{ type: "input_audio", input_audio: { data, format: encoding } }];
}

/** What only the caller's format knows, where it can be told as text. */
export function toNativeParts(
  { at = "", value }: NativeBlock,
  context: WriteRequestContext,
): readonly TextPart[] {
  const { rule, text, cache } = context.native.block(value);
  const accepted = context.receipt.apply(rule, at, toNativeDetail(value, rule));
  if (!accepted || text === undefined) return [];
  return [{ ...toTextPart(text), ...toCacheControl(cache, context) }];
}

function setLastCacheControl(parts: readonly Part[], cacheControl: JsonObject): readonly Part[] {
  const last = parts.at(-1);
  return last ? [...parts.slice(0, -1), { ...last, ...cacheControl }] : parts;
}

/** Whether the parts must stay parts, since they say more than text. */
export function mustBeParts(parts: readonly Part[]): boolean {
  return parts.some((part) => !isText(part) || hasCacheControl(part));
}

function hasCacheControl(part: Part): boolean {
  return Object.keys(part).length > 2;
}

/** The texts of parts as one string. */
export function joinTexts(parts: readonly Part[], separator: string): string {
  return parts
    .filter(isText)
    .map(({ text }) => text)
    .join(separator);
}
