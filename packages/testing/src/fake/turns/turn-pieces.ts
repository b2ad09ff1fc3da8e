import {
  type ModelYield,
  refusal,
  stop,
  text,
  thinking,
  toolCallArguments,
  toolCallStart,
  usage,
  type YieldedLogprob,
} from "@diglot/core";
import type { CutText } from "./cut-pieces.js";
import type { ChoiceTurn, ScriptedToolCall, TurnFunction, TurnParts } from "./turn.js";
import { isPieceList } from "./turn-kind.js";

/** How texts and JSON are cut. */
export interface Cutters {
  readonly text: CutText;
  readonly json: CutText;
}

/** What a model yields that says a turn. */
export function toTurnFunction(turn: ChoiceTurn, cutters: Cutters): TurnFunction {
  if (typeof turn === "function") return turn;
  return async function* () {
    yield* toPieces(turn, cutters);
  };
}

function toPieces(
  turn: Exclude<ChoiceTurn, TurnFunction>,
  cutters: Cutters,
): readonly ModelYield[] {
  if (typeof turn === "string") return cutPiece(turn, cutters);
  if (isPieceList(turn)) return turn.flatMap((piece) => cutPiece(piece, cutters));
  return [
    ...(turn.usage ? [usage(turn.usage)] : []),
    ...(turn.pieces ?? saidBy(turn).flatMap((piece) => cutPiece(piece, cutters))),
    ...stopOf(turn),
  ];
}

/** What is said, in the order of the members. */
function saidBy({
  thinking: reasoning,
  text: said,
  logprobs,
  toolCalls,
  refusal: no,
}: TurnParts): readonly ModelYield[] {
  return [
    ...(reasoning === undefined ? [] : [thinking(reasoning)]),
    ...(said === undefined ? [] : [text(said, { logprobs })]),
    ...(toolCalls ?? []).map(toYield),
    ...(no === undefined ? [] : [refusal(no)]),
  ];
}

function toYield({ name, id, arguments: given = {} }: ScriptedToolCall): ModelYield {
  const json = typeof given === "string" ? given : JSON.stringify(given);
  return { type: "tool_call", name, id, json };
}

/** A token as a piece of its own. */
function toToken(logprob: YieldedLogprob): ModelYield {
  return text(logprob.token, { logprobs: [logprob] });
}

function cutPiece(piece: ModelYield, { text: cut, json }: Cutters): readonly ModelYield[] {
  if (typeof piece === "string") return cut(piece);
  switch (piece.type) {
    case "text":
      return piece.logprobs?.map(toToken) ?? cut(piece.text);
    case "thinking":
      return cutReasoning(piece, cut);
    case "refusal":
      return piece.logprobs ? [piece] : cut(piece.text).map((part) => refusal(part));
    case "tool_call":
      return [toolCallStart(piece), ...json(piece.json).map(toolCallArguments)];
    default:
      return [piece];
  }
}

/** A signature ends the block, so it goes with the last piece. */
function cutReasoning(
  { text, signature }: Extract<ModelYield, { readonly type: "thinking" }>,
  cut: CutText,
): readonly ModelYield[] {
  const parts = cut(text);
  const last = Math.max(0, parts.length - 1);
  return [
    ...parts.slice(0, last).map((part) => thinking(part)),
    thinking(parts[last] ?? "", { signature }),
  ];
}

function stopOf({ stop: reason, stopSequence }: TurnParts): readonly ModelYield[] {
  if (stopSequence !== undefined) return [stop("stop_sequence", { sequence: stopSequence })];
  return reason === undefined ? [] : [stop(reason)];
}
