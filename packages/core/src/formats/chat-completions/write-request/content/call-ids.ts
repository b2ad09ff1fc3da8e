import type { Block, ToolCallBlock, Turn } from "../../../../conversation/conversation.js";
import { createUniqueIds } from "../../../../conversation/legal-names.js";
import { isResult } from "../../../../conversation/pairing.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolCallRules as rules } from "../rules/content.js";
import { callsOf, queueCalls } from "./pairing.js";

/** What an upstream calls each call and its result. */
export type CallIds = ReadonlyMap<Block, string>;

/**
 * Legal ids for all calls, each unlike those before it, and the same ones for their results. Where
 * an id is there twice, calls and results belong together in their order.
 */
export function assignIds(turns: readonly Turn[], context: WriteRequestContext): CallIds {
  const { toolIdPattern, maxToolId } = context.capabilities;
  const ids = new Map<Block, string>();
  const toUniqueId = createUniqueIds(toolIdPattern, maxToolId);
  let waiting = queueCalls([]);
  let changed: ToolCallBlock | undefined;
  for (const turn of turns) {
    for (const result of turn.blocks.filter(isResult)) {
      const call = waiting.get(result.callId)?.pop();
      ids.set(result, (call && ids.get(call)) ?? result.callId);
    }
    if (turn.role === "assistant") waiting = queueCalls(callsOf(turn));
    for (const call of callsOf(turn)) {
      const id = toUniqueId(call.id);
      if (id !== call.id) changed ??= call;
      ids.set(call, id);
    }
  }
  if (changed) context.receipt.apply(rules.newId, changed.at ?? "");
  return ids;
}
