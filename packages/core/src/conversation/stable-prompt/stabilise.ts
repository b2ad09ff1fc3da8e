import type { Block, Conversation, Turn } from "../conversation.js";
import { type Cutting, cutLines } from "./cut-lines.js";

/**
 * A conversation whose instructions are the same in every request: without the changing lines of tools.
 * Instructions of which nothing is left are left out. What users and models have said stays.
 */
export function stabilise(conversation: Conversation, cutting: Cutting): Conversation {
  return {
    ...conversation,
    system: cutBlocks(conversation.system, cutting),
    turns: conversation.turns.flatMap((turn) => cutTurn(turn, cutting)),
  };
}

function cutTurn(turn: Turn, cutting: Cutting): readonly Turn[] {
  if (turn.role !== "system") return [turn];
  const blocks = cutBlocks(turn.blocks, cutting);
  return blocks.length === 0 && turn.blocks.length > 0 ? [] : [{ ...turn, blocks }];
}

function cutBlocks(blocks: readonly Block[], cutting: Cutting): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.type !== "text") return [block];
    const text = cutLines(block.text, block.at ?? "", cutting);
    if (text === block.text) return [block];
    return text.trim() === "" ? [] : [{ ...block, text }];
  });
}
