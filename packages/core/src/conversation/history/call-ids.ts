import type { ToolCallBlock } from "../conversation.js";
import { createUniqueIds } from "../legal-names.js";
import { placeOf } from "../places.js";
import type { HistoryContext } from "./history-target.js";

/** The ids of the calls of one history. */
export interface CallIds {
  /** The call with an id that the target accepts and that no earlier call has. */
  rename(call: ToolCallBlock): ToolCallBlock;
  /** The caller's ids by the new ones, for calls whose ids had to change. */
  readonly changed: ReadonlyMap<string, string>;
}

/** Calls must be renamed in order, so that the same history always gets the same ids. */
export function createCallIds({ target, rules, receipt }: HistoryContext): CallIds {
  const toUniqueId = createUniqueIds(target.callIdPattern, target.maxCallId);
  const changed = new Map<string, string>();
  return {
    changed,
    rename(call) {
      const id = toUniqueId(call.id);
      if (id === call.id) return call;
      receipt.apply(rules.newCallId, placeOf(call, "id"));
      changed.set(id, call.id);
      return { ...call, id };
    },
  };
}
