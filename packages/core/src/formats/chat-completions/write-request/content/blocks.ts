import type {
  AudioBlock,
  Block,
  NativeBlock,
  TextBlock,
} from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { toNativeDetail } from "../native-detail.js";
import { blockAudioRules, turnBlocksRules } from "../rules/content.js";
import { toCacheControl } from "./cache.js";
import { toDocumentParts, toImageParts } from "./media.js";
import { type Part, toTextPart } from "./parts.js";

/** The parts that a block becomes; empty if it is refused or left out. The last part has its cache control. */
export function toParts(block: Block, context: WriteRequestContext): readonly Part[] {
  if (block.type === "native") {
    const text = toNativeText(block, context);
    return text ? toParts(text, context) : [];
  }
  takeExtra(block, context);
  const parts = toPlainParts(block, context);
  return block.cache ? setLastCacheControl(parts, toCacheControl(block.cache, context)) : parts;
}

function toPlainParts(
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
      context.receipt.apply(turnBlocksRules.misplaced, block.at ?? "");
      return [];
  }
}

function toAudioParts({ at = "", data, encoding }: AudioBlock, context: WriteRequestContext) {
  const { sent, unsupported } = blockAudioRules;
  if (!context.receipt.apply(context.capabilities.audio ? sent : unsupported, at)) return [];
  return [{ type: "input_audio", input_audio: { data, format: encoding } }];
}

/** A native block of the caller's format, as text if its rules allow that. */
export function toNativeText(
  { at = "", value }: NativeBlock,
  context: WriteRequestContext,
): TextBlock | undefined {
  const { rule, text, cache } = context.native.block(value);
  const accepted = context.receipt.apply(rule, at, toNativeDetail(value, rule));
  if (!accepted || text === undefined) return undefined;
  return { type: "text", text, at, ...(cache && { cache }) };
}

function setLastCacheControl(parts: readonly Part[], cacheControl: JsonObject): readonly Part[] {
  const last = parts.at(-1);
  return last ? [...parts.slice(0, -1), { ...last, ...cacheControl }] : parts;
}
