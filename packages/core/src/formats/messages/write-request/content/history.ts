import type {
  HistoryContext,
  HistoryRules,
} from "../../../../conversation/history/history-target.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolCallRules, blockToolResultRules, turnRoleRules } from "../rules/content.js";

/** What this wire accepts in a history, and the rules for everything else. */
export function toHistoryContext({
  capabilities,
  options,
  receipt,
}: WriteRequestContext): HistoryContext {
  return {
    target: {
      lateSystem: capabilities.midSystem ? "after_user" : "nowhere",
      otherwise: options.lateSystem,
      joinsNeighbours: true,
      repair: options.repair,
      callIdPattern: capabilities.toolIdPattern,
      maxCallId: capabilities.maxToolId,
    },
    rules: historyRules,
    receipt,
  };
}

const { newId, unanswered, answered } = blockToolCallRules;
const { late, orphan, orphanAsText, repeated, repeatDropped } = blockToolResultRules;
const { wrapped, hoisted, lateRefused } = turnRoleRules;

const historyRules: HistoryRules = {
  newCallId: newId,
  missingResult: unanswered,
  missingResultRepaired: answered,
  lateResult: late,
  orphanResult: orphan,
  orphanResultRepaired: orphanAsText,
  repeatedResult: repeated,
  repeatedResultRepaired: repeatDropped,
  wrappedSystem: wrapped,
  hoistedSystem: hoisted,
  refusedSystem: lateRefused,
};
