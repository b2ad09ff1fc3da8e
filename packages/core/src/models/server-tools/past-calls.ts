import type { Block, Turn } from "../../conversation/conversation.js";
import type { PastServerTool, ServerToolFormat } from "../../conversation/server-tools.js";
import type { ProvidedTool } from "./provided-tool.js";

/**
 * The turns with earlier calls as calls of functions, each followed by a turn with what they have brought, as
 * every model knows them.
 */
export function readPastCalls(
  turns: readonly Turn[],
  { readBlock }: ServerToolFormat,
  provided: readonly ProvidedTool[],
): readonly Turn[] {
  if (!readBlock) return turns;
  return turns.flatMap((turn) => {
    const past = turn.blocks.map((block) =>
      block.type === "native" ? readBlock(block.value) : undefined,
    );
    return past.some(Boolean) ? splitTurn(turn, past, provided) : [turn];
  });
}

function splitTurn(
  turn: Turn,
  past: readonly (PastServerTool | undefined)[],
  provided: readonly ProvidedTool[],
): readonly Turn[] {
  const turns: { role: string; blocks: Block[] }[] = [];
  for (const [index, block] of turn.blocks.entries()) {
    const found = past[index];
    const role = found?.type === "result" ? "user" : turn.role;
    const last = turns.at(-1);
    const blocks = last?.role === role ? last.blocks : [];
    if (last?.role !== role) turns.push({ role, blocks });
    blocks.push(found ? toBlock(found, provided) : block);
  }
  return turns.map((part) => ({ ...turn, ...part }));
}

function toBlock(past: PastServerTool, provided: readonly ProvidedTool[]): Block {
  if (past.type === "result") {
    const { callId, content, isError } = past;
    return { type: "tool_result", callId, content, isError };
  }
  const { id, kind, input } = past;
  const name = provided.find((tool) => tool.kind === kind)?.name ?? kind;
  return { type: "tool_call", id, name, arguments: JSON.stringify(input) };
}
