import type { Turn } from "../../../conversation/conversation.js";

/** The names of the tools that were called, by the ids of the calls: results of tools have only these. */
export function toolNamesOf(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const calls = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === "tool_call" ? [[block.id, block.name] as const] : [],
    ),
  );
  return new Map(calls);
}
