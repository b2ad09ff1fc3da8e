import type {
  HistoryContext,
  HistoryRules,
} from "../../../../conversation/history/history-target.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolCallRules, blockToolResultRules, turnRoleRules } from "../rules/content.js";

/** What the upstream accepts in a history, and the rules for the rest. */
export function toHistoryContext({
  capabilities,
  options,
  receipt,
}: WriteRequestContext): HistoryContext {
  return {
    target: {
      lateSystem: capabilities.midSystem ? "anywhere" : "nowhere",
      otherwise: options.lateSystem,
      // Only the written messages show which of them are adjacent; see `alternate`.
      joinsNeighbours: false,
      repair: options.repair,
      callIdPattern: capabilities.toolIdPattern,
      maxCallId: capabilities.maxToolId,
    },
    rules: historyRules,
    receipt,
  };
}

const { newId, unanswered, answered } = blockToolCallRules;
const { late, orphan, reported, repeated, left } = blockToolResultRules;
const { wrapped, hoisted, refusedSystem } = turnRoleRules;

const historyRules: HistoryRules = {
  newCallId: newId,
  missingResult: unanswered,
  missingResultRepaired: answered,
  lateResult: late,
  orphanResult: orphan,
  orphanResultRepaired: reported,
  repeatedResult: repeated,
  repeatedResultRepaired: left,
  wrappedSystem: wrapped,
  hoistedSystem: hoisted,
  refusedSystem,
};
