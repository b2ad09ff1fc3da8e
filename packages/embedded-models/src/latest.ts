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

/** The names of the tools that were called, by the ids of the calls; the last one if several share an id. */
export function toolNamesById({ turns }: Conversation): ReadonlyMap<string, string> {
  const calls = turns.flatMap(({ blocks }) => blocks.filter(isToolCall));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

function isToolCall(block: Block): block is ToolCallBlock {
  return block.type === "tool_call";
}
