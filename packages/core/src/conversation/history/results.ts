import type { Block, ToolCallBlock, ToolResultBlock, Turn } from "../conversation.js";

/** The calls of a turn; only assistant turns have any. */
export function callsOf(turn: Turn | undefined): readonly ToolCallBlock[] {
  return turn?.role === "assistant" ? turn.blocks.filter(isCall) : [];
}

/** The results of a turn; only user turns have any. */
export function resultsOf(turn: Turn): readonly ToolResultBlock[] {
  return turn.role === "user" ? turn.blocks.filter(isResult) : [];
}

/** Whether a block is the result of a tool. */
export function isResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

function isCall(block: Block): block is ToolCallBlock {
  return block.type === "tool_call";
}
