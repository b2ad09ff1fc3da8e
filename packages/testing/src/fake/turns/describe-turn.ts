import type { ModelYield } from "@diglot/core";
import { listFaults } from "../../faults/plan-of.js";
import { shorten } from "../script/match.js";
import type { Turn, TurnParts } from "./turn.js";
import { isPieceList } from "./turn-kind.js";

/** A turn in one line. */
export function describeTurn(turn: Turn): string {
  if (typeof turn === "function") return `the generator ${turn.name || "without a name"}`;
  if (typeof turn === "string") return describePiece(turn);
  return isPieceList(turn) ? describePieces(turn) : describeParts(turn);
}

function describeParts({
  thinking,
  text,
  toolCalls,
  refusal,
  pieces,
  choices,
  stop,
  fault,
}: TurnParts): string {
  const words = [
    ...(thinking === undefined ? [] : [`thinking ${shorten(thinking)}`]),
    ...(text === undefined ? [] : [`text ${shorten(text)}`]),
    ...(toolCalls ?? []).map(({ name }) => `call of ${name}`),
    ...(refusal === undefined ? [] : [`refusal ${shorten(refusal)}`]),
    ...(pieces === undefined ? [] : [describePieces(pieces)]),
    ...(choices ?? []).map((choice, index) => `choice ${index}: ${describeTurn(choice)}`),
    ...(stop === undefined ? [] : [`stop ${stop}`]),
    ...listFaults(fault).map(({ type }) => `fault ${type}`),
  ];
  return words.join(", ") || "an empty reply";
}

const mostPieces = 6;

function describePieces(pieces: readonly ModelYield[]): string {
  const shown = pieces.slice(0, mostPieces).map(describePiece);
  return [...shown, ...(pieces.length > mostPieces ? ["…"] : [])].join(", ") || "an empty reply";
}

function describePiece(piece: ModelYield): string {
  if (typeof piece === "string") return `text ${shorten(piece)}`;
  switch (piece.type) {
    case "text":
    case "thinking":
    case "refusal":
      return `${piece.type} ${shorten(piece.text)}`;
    case "tool_call":
    case "tool_call_start":
      return `call of ${piece.name}`;
    default:
      return piece.type.replaceAll("_", " ");
  }
}
