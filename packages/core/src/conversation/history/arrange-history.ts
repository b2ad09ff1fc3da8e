import { flatMapInSteps, type Steps } from "../../runtime/steps.js";
import type { Block, Turn } from "../conversation.js";
import { createCallIds } from "./call-ids.js";
import { type Exchange, toExchanges } from "./exchanges.js";
import type { HistoryContext } from "./history-target.js";
import { mergeTurns } from "./merge-turns.js";
import { pairExchange } from "./pair-exchange.js";
import { placeLateSystem } from "./place-late-system.js";

/** A history that a target accepts. */
export interface ArrangedHistory {
  readonly turns: readonly Turn[];
  /** Instructions that moved to the front, after those that are already there. */
  readonly hoisted: readonly Block[];
  /** The caller's ids of calls, by the new ids that replaced them. */
  readonly callerIds: ReadonlyMap<string, string>;
}

/**
 * Arranges a history so that the target accepts it. Adjacent turns of one role become one turn;
 * each call has a unique id, and its result directly behind it; instructions are only where the
 * target takes them. The receipt records every change and every refusal. The given turns are not
 * changed.
 */
export function* arrangeHistory(
  turns: readonly Turn[],
  context: HistoryContext,
): Steps<ArrangedHistory> {
  const ids = createCallIds(context);
  const exchanges = toExchanges(mergeTurns(turns));
  const pair = (exchange: Exchange) => pairExchange(exchange, ids, context);
  const paired = yield* flatMapInSteps(exchanges, pair);
  const placed = placeLateSystem(mergeTurns(paired), context);
  return {
    turns: context.target.joinsNeighbours ? mergeTurns(placed.turns) : placed.turns,
    hoisted: placed.hoisted,
    callerIds: ids.changed,
  };
}
