import type { ToolCallBlock, ToolResultBlock } from "../conversation.js";

/** Which results belong to which calls. */
export interface MatchedResults {
  /** The result of each call that has one. */
  readonly ofCall: ReadonlyMap<ToolCallBlock, ToolResultBlock>;
  /** The results that belong to a call. */
  readonly matched: ReadonlySet<ToolResultBlock>;
}

/**
 * Finds the result of each call by its id. Calls with the same id get the results with that id in
 * order.
 */
export function matchResults(
  calls: readonly ToolCallBlock[],
  results: readonly ToolResultBlock[],
): MatchedResults {
  const queues = queueById(results);
  const ofCall = new Map<ToolCallBlock, ToolResultBlock>();
  for (const call of calls) {
    const result = queues.get(call.id)?.pop();
    if (result) ofCall.set(call, result);
  }
  return { ofCall, matched: new Set(ofCall.values()) };
}

/**
 * Results by the id of their call, each list in reverse, so that the first result is removed from
 * the end.
 */
function queueById(results: readonly ToolResultBlock[]): ReadonlyMap<string, ToolResultBlock[]> {
  const queues = new Map<string, ToolResultBlock[]>();
  for (const result of results.toReversed()) {
    const queue = queues.get(result.callId);
    if (queue) queue.push(result);
    else queues.set(result.callId, [result]);
  }
  return queues;
}
