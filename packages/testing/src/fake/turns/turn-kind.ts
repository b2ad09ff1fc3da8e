import type { ModelYield } from "@diglot/core";
import type { Fault } from "../../faults/fault.js";
import { listFaults } from "../../faults/plan-of.js";
import type { ChoiceTurn, Turn, TurnParts } from "./turn.js";

/** Whether a turn is a list of pieces. */
export function isPieceList(turn: ChoiceTurn): turn is readonly ModelYield[] {
  return Array.isArray(turn);
}

/** The members of a turn; a turn in another form has none. */
export function partsOf(turn: Turn): TurnParts {
  return typeof turn === "object" && !isPieceList(turn) ? turn : {};
}

/** What goes wrong with a turn's answer, in its order. */
export function faultsOf(turn: Turn): readonly Fault[] {
  return listFaults(partsOf(turn).fault);
}

/** What a turn says as the choice with this index. */
export function turnOfChoice(turn: Turn, index: number): ChoiceTurn {
  return partsOf(turn).choices?.[index] ?? turn;
}
