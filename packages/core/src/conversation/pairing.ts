import type { Block, ToolResultBlock } from "./conversation.js";

/** What the model is told of a call that has no result, where a history is mended. */
export const missingResult = "This call has no result.";

/** Whether a block is the result of a tool. */
export function isResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

/** Things by their ids; those of one id in reverse, so that the first one is taken off the end. */
export function queueById<Thing>(
  things: readonly Thing[],
  idOf: (thing: Thing) => string,
): ReadonlyMap<string, Thing[]> {
  const queues = new Map<string, Thing[]>();
  for (const thing of [...things].reverse()) {
    const id = idOf(thing);
    const queue = queues.get(id);
    if (queue) queue.push(thing);
    else queues.set(id, [thing]);
  }
  return queues;
}
