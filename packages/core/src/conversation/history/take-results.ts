import type { Block, ToolResultBlock, Turn } from "../conversation.js";
import type { HistoryContext } from "./history-target.js";
import { repairUnmatched } from "./repair-results.js";
import { isResult } from "./results.js";

/** What is known about the results of an exchange. */
export interface KnownResults {
  readonly matched: ReadonlySet<Block>;
  /** The ids of the calls, as the caller wrote them. */
  readonly calledIds: ReadonlySet<string>;
}

/** A turn without the results that move to their calls. */
export interface LeftTurn {
  readonly turn: Turn;
  /** Whether the turn had content and is empty now. */
  readonly emptied: boolean;
}

/** Removes the results from the turns after the calls, and records those that came late. */
export function takeResults(
  turns: readonly Turn[],
  { matched, calledIds }: KnownResults,
  context: HistoryContext,
): readonly LeftTurn[] {
  let late = false;
  const take = (block: Block): readonly Block[] => {
    if (!isResult(block)) {
      late = true;
      return [block];
    }
    if (!matched.has(block)) return repairUnmatched(block, calledIds.has(block.callId), context);
    if (late) noteLate(block, context);
    return [];
  };
  return turns.map((turn) => {
    late ||= turn.role !== "user";
    const blocks = turn.role === "user" ? turn.blocks.flatMap(take) : turn.blocks;
    return { turn: { ...turn, blocks }, emptied: blocks.length === 0 && turn.blocks.length > 0 };
  });
}

function noteLate({ at = "" }: ToolResultBlock, { rules, receipt }: HistoryContext): void {
  receipt.apply(rules.lateResult, at);
}
