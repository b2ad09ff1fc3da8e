import type {
  Block,
  NativeBlock,
  ThinkingBlock,
  ToolResultBlock,
} from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";
import { endsStep, runAtOnce, type Steps } from "../../../../runtime/steps.js";
import { formatName } from "../../wire/names.js";
import { isMadeHere } from "../../wire/signature.js";
import type { WriteRequestContext } from "../context.js";
import {
  blockAudioRules,
  blockDocumentRules,
  blockImageRules,
  blockRedactedThinkingRules,
  blockRefusalRules,
  blockTextRules,
  blockThinkingRules,
  blockToolCallRules,
  blockToolResultRules,
  systemRules,
} from "../rules/content.js";
import { leaveOut as leaveOutAt } from "./leave-out.js";
import { selectDocument, selectImage } from "./media.js";
import { hasCacheControl, moveCacheControl } from "./move-cache-control.js";

/** The place of a block, which decides what the wire accepts there. */
export type Position = "system" | "user" | "assistant" | "result";

/** A block that can be written unchanged, or nothing. */
type Selected = Block | undefined;

/**
 * The blocks that can be written, each in the neutral form to write: a refusal, for example, as
 * text. The cache control of a block that is left out or cannot have any moves to the block before
 * it; without one, it moves to `previous`.
 */
export function* selectBlocks(
  blocks: readonly Block[],
  position: Position,
  context: WriteRequestContext,
  previous: Block[] = [],
): Steps<Block[]> {
  const kept: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    const selected = select(block, position, context);
    if (selected) kept.push(selected);
    else if (block.type !== "native") takeExtra(block, context, context.capabilities.extensions);
    if (!hasCacheControl(selected)) moveCacheControl(block, [previous, kept], context);
    if (endsStep(index)) yield;
  }
  return kept;
}

function select(block: Block, position: Position, context: WriteRequestContext): Selected {
  if (position === "system" && isNoInstruction(block)) {
    return leaveOut(systemRules.notText, block, context);
  }
  switch (block.type) {
    case "text":
      return isBlank(block.text) ? leaveOut(blockTextRules.blank, block, context) : block;
    case "refusal":
      return selectRefusal(block, context);
    case "image":
      return position === "assistant"
        ? leaveOut(blockImageRules.misplaced, block, context)
        : selectImage(block, context);
    case "document":
      return position === "assistant"
        ? leaveOut(blockDocumentRules.misplaced, block, context)
        : selectDocument(block, context);
    case "audio":
      return leaveOut(blockAudioRules.any, block, context);
    case "thinking":
      return selectThinking(block, position, context);
    case "redacted_thinking":
      return position === "assistant"
        ? { ...block, cache: undefined }
        : leaveOut(blockRedactedThinkingRules.misplaced, block, context);
    case "tool_call":
      return position === "assistant"
        ? block
        : leaveOut(blockToolCallRules.misplaced, block, context);
    case "tool_result":
      return selectResult(block, position, context);
    case "native":
      return selectNative(block, context);
  }
}

function isNoInstruction(block: Block): boolean {
  return block.type === "image" || block.type === "document" || block.type === "audio";
}

function leaveOut(rule: Rule, block: Block, { receipt }: WriteRequestContext): Selected {
  return leaveOutAt(rule, block.at ?? "", receipt);
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

function selectRefusal(
  { type, ...block }: Extract<Block, { readonly type: "refusal" }>,
  context: WriteRequestContext,
): Selected {
  const { asText, blank } = blockRefusalRules;
  const accepted = context.receipt.apply(isBlank(block.text) ? blank : asText, block.at ?? "");
  return accepted && !isBlank(block.text) ? { ...block, type: "text" } : undefined;
}

/** A signature that this service made is not valid for the model. */
function selectThinking(
  { signature, ...block }: ThinkingBlock,
  position: Position,
  context: WriteRequestContext,
): Selected {
  const rules = blockThinkingRules;
  if (position !== "assistant") return leaveOut(rules.misplaced, block, context);
  const proof = signature !== undefined && !isMadeHere(signature) ? { signature } : undefined;
  if (!proof && !context.capabilities.unsignedThinking) {
    return leaveOut(rules.noSignature, block, context);
  }
  return { ...block, ...proof, cache: undefined };
}

/** Cache control that no block inside a result can have moves to the result. */
function selectResult(
  block: ToolResultBlock,
  position: Position,
  context: WriteRequestContext,
): Selected {
  if (position !== "user") return leaveOut(blockToolResultRules.orphan, block, context);
  const around = [block];
  const content = runAtOnce(selectBlocks(block.content, "result", context, around));
  const [marked = block] = around;
  return { ...marked, content };
}

function selectNative(block: NativeBlock, context: WriteRequestContext): Selected {
  if (block.format === formatName) return block;
  const { rule, text } = context.native.block(block.value);
  const left = leaveOut(rule, block, context);
  const reported = rule.outcome !== "dropped" && rule.whenWarned !== "dropped";
  return !left && reported && text !== undefined && !isBlank(text)
    ? { type: "text", text, at: block.at }
    : left;
}
