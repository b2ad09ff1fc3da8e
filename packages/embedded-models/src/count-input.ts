import type { Block, Conversation, Tool } from "@diglot/core";
import { describeBlock } from "./describe-block.js";
import { countWords } from "./words.js";

/**
 * The input tokens of a conversation, by the rule of `countWords`: all instructions, turns and
 * tools. An attachment counts as the phrase that describes it, since that is all the models here
 * read of it; a document that is plain text counts in full.
 */
export function countInput(conversation: Conversation): number {
  const known = counts.get(conversation);
  if (known !== undefined) return known;
  const count = countAll(conversation);
  counts.set(conversation, count);
  return count;
}

/** A conversation does not change, and its count is asked for twice: by the service, and by its model. */
const counts = new WeakMap<Conversation, number>();

function countAll(conversation: Conversation): number {
  let count = countBlocks(conversation.system);
  for (const turn of conversation.turns) count += countBlocks(turn.blocks);
  for (const tool of conversation.tools) count += countTool(tool);
  return count;
}

function countBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + countBlock(block), 0);
}

function countBlock(block: Block): number {
  switch (block.type) {
    case "thinking":
      return countWords(block.text);
    case "redacted_thinking":
      return countWords(block.data);
    case "tool_call":
      return countWords(block.name) + countWords(block.arguments);
    case "tool_result":
      return countBlocks(block.content);
    case "native":
      return countWords(JSON.stringify(block.value));
    case "document":
      return countWords(block.source.type === "text" ? block.source.data : describeBlock(block));
    default:
      return countWords(describeBlock(block));
  }
}

function countTool(tool: Tool): number {
  if (tool.type === "native") return countWords(JSON.stringify(tool.value));
  return (
    countWords(tool.name) +
    countWords(tool.description ?? "") +
    countWords(JSON.stringify(tool.parameters))
  );
}
