import type {
  AudioBlock,
  Block,
  JsonObject,
  NativeBlock,
} from "../../../../conversation/conversation.js";
import type { EmitContext } from "../../../upstream-format.js";
import { takeExtra, toNativeDetail } from "../extra-members.js";
import { contentRules } from "../rules/content.js";
import { toMark } from "./cache.js";
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
export function toParts(block: Block, context: EmitContext): readonly Part[] {
  if (block.type === "native") return toNativeParts(block, context);
  takeExtra(block, context);
  return markLast(toUnmarked(block, context), toMark(block.cache, context));
}

function toUnmarked(block: Exclude<Block, NativeBlock>, context: EmitContext): readonly Part[] {
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

function toAudioParts({ at = "", data, encoding }: AudioBlock, context: EmitContext) {
  const { sent, unsupported } = contentRules["block.audio"];
  if (!context.receipt.apply(context.capabilities.audio ? sent : unsupported, at)) return [];
  return [{ type: "input_audio", input_audio: { data, format: encoding } }];
}

/** What only the caller's format knows, where it can be told as text. */
export function toNativeParts(
  { at = "", value }: NativeBlock,
  context: EmitContext,
): readonly TextPart[] {
  const { rule, text, cache } = context.own.block(value);
  const accepted = context.receipt.apply(rule, at, toNativeDetail(value, rule));
  if (!accepted || text === undefined) return [];
  return [{ ...toTextPart(text), ...toMark(cache, context) }];
}

function markLast(parts: readonly Part[], mark: JsonObject): readonly Part[] {
  const last = parts.at(-1);
  return last ? [...parts.slice(0, -1), { ...last, ...mark }] : parts;
}

/** Whether the parts must stay parts, since they say more than text. */
export function mustBeParts(parts: readonly Part[]): boolean {
  return parts.some((part) => !isText(part) || isMarked(part));
}

function isMarked(part: Part): boolean {
  return Object.keys(part).length > 2;
}

/** The texts of parts as one string. */
export function joinTexts(parts: readonly Part[], separator: string): string {
  return parts
    .filter(isText)
    .map(({ text }) => text)
    .join(separator);
}
