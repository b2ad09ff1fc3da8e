import type { ModelYield } from "@diglot/core";
import type { Fault } from "../../faults/fault.js";
import { listFaults } from "../../faults/plan-of.js";
import type { ChoiceTurn, Turn, TurnFunction, TurnParts } from "./turn.js";

/** Whether a turn is a list of pieces. */
export function isPieceList(turn: ChoiceTurn): turn is readonly ModelYield[] {
  return Array.isArray(turn);
}

/** Whether a value is a turn in members or a generator; pieces are texts, or say their `type`. */
export function isWholeTurn(said: unknown): said is TurnParts | TurnFunction {
  if (typeof said === "function") return true;
  return typeof said === "object" && said !== null && !Array.isArray(said) && !("type" in said);
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
