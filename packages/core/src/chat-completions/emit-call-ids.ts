import type { Block, ToolCallBlock, Turn } from "../conversation/conversation.js";
import { toLegal } from "../conversation/legal-names.js";
import type { EmitContext } from "../upstream-format.js";
import { callsOf, isResult } from "./emit-pairing.js";
import { contentRules } from "./emit-rules-content.js";

const rules = contentRules["block.tool_call"];

/** What an upstream calls each call and its result. */
export type CallIds = ReadonlyMap<Block, string>;

/**
 * Legal ids for all calls, each unlike those before it, and the same ones for their results. Where
 * an id is there twice, calls and results belong together in their order.
 */
export function assignIds(turns: readonly Turn[], context: EmitContext): CallIds {
  const ids = new Map<Block, string>();
  const used = new Set<string>();
  let waiting: ToolCallBlock[] = [];
  let changed: ToolCallBlock | undefined;
  for (const turn of turns) {
    for (const result of turn.blocks.filter(isResult)) {
      const index = waiting.findIndex(({ id }) => id === result.callId);
      const [call] = index === -1 ? [] : waiting.splice(index, 1);
      ids.set(result, (call && ids.get(call)) ?? result.callId);
    }
    if (turn.role === "assistant") waiting = [...callsOf(turn)];
    for (const call of callsOf(turn)) {
      const id = toUnusedId(call.id, used, context);
      if (id !== call.id) changed ??= call;
      ids.set(call, id);
      used.add(id);
    }
  }
  if (changed) context.receipt.apply(rules.newId, changed.at ?? "");
  return ids;
}

function toUnusedId(
  original: string,
  used: ReadonlySet<string>,
  { capabilities: { toolIdPattern, maxToolId } }: EmitContext,
): string {
  let id = toLegal(original, toolIdPattern, maxToolId);
  for (let count = 2; used.has(id); count++) {
    id = toLegal(`${original}_${count}`, toolIdPattern, maxToolId);
  }
  return id;
}
