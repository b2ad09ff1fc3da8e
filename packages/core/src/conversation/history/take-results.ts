import type { Block, ToolResultBlock, Turn } from "../conversation.js";
import type { HistoryContext } from "./history-target.js";
import { mendUnmatched } from "./mend-results.js";
import { isResult } from "./results.js";

/** What is known of the results of an exchange. */
export interface KnownResults {
  readonly matched: ReadonlySet<Block>;
  /** The ids of the calls, as the caller wrote them. */
  readonly calledIds: ReadonlySet<string>;
}

/** A turn without the results that go to their calls. */
export interface LeftTurn {
  readonly turn: Turn;
  /** Whether it had something to say, and has not any more. */
  readonly emptied: boolean;
}

/** Takes the results out of the turns after the calls, and notes those that came late. */
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
    if (!matched.has(block)) return mendUnmatched(block, calledIds.has(block.callId), context);
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
