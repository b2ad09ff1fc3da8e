import type { Block, RedactedThinkingBlock, ThinkingBlock } from "./conversation.js";

/** A block of what a model thought, readable or not. */
export type ReasoningBlock = ThinkingBlock | RedactedThinkingBlock;

/** Whether a block is reasoning. */
export function isReasoning(block: Block): block is ReasoningBlock {
  return block.type === "thinking" || block.type === "redacted_thinking";
}
