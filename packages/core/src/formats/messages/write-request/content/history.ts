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

/** What this wire accepts in a history, and the rules for everything else. */
export function historyContextOf(context: WriteRequestContext): HistoryContext {
  const lateSystem = context.capabilities.midSystem ? "after_user" : "nowhere";
  return toHistoryContext(context, { lateSystem, joinsNeighbours: true }, rules);
}
