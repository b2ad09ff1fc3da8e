import type { Block, Conversation, ToolCallBlock, ToolResultBlock, Turn } from "@diglot/core";

/**
 * The blocks that ask for the next reply: those of the last user turn, and of the user turns right
 * before it that hold tool results. Empty if no user has spoken.
 */
export function latestBlocks({ turns }: Conversation): readonly Block[] {
  const last = turns.findLastIndex((turn) => turn.role === "user");
  if (last < 0) return [];
  let first = last;
  while (first > 0 && isResultTurn(turns[first - 1])) first -= 1;
  return turns.slice(first, last + 1).flatMap((turn) => turn.blocks);
}

function isResultTurn(turn: Turn | undefined): boolean {
  return turn?.role === "user" && turn.blocks.some(isToolResult);
}

/** Whether a block is the result of a tool. */
export function isToolResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

/** The name of the tool whose call has an id, the last one if several share it. */
export function findToolName({ turns }: Conversation, callId: string): string | undefined {
  const isCall = (block: Block): block is ToolCallBlock =>
    block.type === "tool_call" && block.id === callId;
  for (let index = turns.length - 1; index >= 0; index--) {
    const call = turns[index]?.blocks.find(isCall);
    if (call) return call.name;
  }
  return undefined;
}
