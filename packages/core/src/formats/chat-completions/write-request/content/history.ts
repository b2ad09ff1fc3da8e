import {
  type HistoryContext,
  toHistoryContext,
  toHistoryRules,
} from "../../../../conversation/history/history-target.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolCallRules, blockToolResultRules, turnRoleRules } from "../rules/content.js";

const rules = /* @__PURE__ */ toHistoryRules(
  blockToolCallRules,
  blockToolResultRules,
  turnRoleRules,
);

/** What the upstream accepts in a history, and the rules for the rest. */
export function historyContextOf(context: WriteRequestContext): HistoryContext {
  const lateSystem = context.capabilities.midSystem ? "anywhere" : "nowhere";
  // Only the written messages show which of them are adjacent; see `alternate`.
  return toHistoryContext(context, { lateSystem, joinsNeighbours: false }, rules);
}
