import type { Block, Turn } from "../conversation.js";
import { createCallIds } from "./call-ids.js";
import { toExchanges } from "./exchanges.js";
import type { HistoryContext } from "./history-target.js";
import { mergeTurns } from "./merge-turns.js";
import { pairExchange } from "./pair-exchange.js";
import { placeLateSystem } from "./place-late-system.js";

/** A history that a target takes. */
export interface ArrangedHistory {
  readonly turns: readonly Turn[];
  /** Instructions that moved to the front, behind those that stand there already. */
  readonly hoisted: readonly Block[];
  /** The caller's ids of calls, by those ids of the turns that had to be new. */
  readonly callerIds: ReadonlyMap<string, string>;
}

/**
 * Makes of a history one that the target takes. Neighbours of one role are one turn; each call has
 * an id of its own, and its result directly behind it; instructions stand where they are taken.
 * Every change and every refusal goes to the receipt. The turns given are not changed.
 */
export function arrangeHistory(turns: readonly Turn[], context: HistoryContext): ArrangedHistory {
  const ids = createCallIds(context);
  const exchanges = toExchanges(mergeTurns(turns));
  const paired = exchanges.flatMap((exchange) => pairExchange(exchange, ids, context));
  const placed = placeLateSystem(mergeTurns(paired), context);
  return {
    turns: context.target.joinsNeighbours ? mergeTurns(placed.turns) : placed.turns,
    hoisted: placed.hoisted,
    callerIds: ids.changed,
  };
}
