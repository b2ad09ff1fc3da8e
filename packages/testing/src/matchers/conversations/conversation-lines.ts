import { compactJson } from "../../common/json.js";
import type { Call } from "../../fake/calls/call.js";
import { instructionPieces, type Piece, replyPieces, turnPieces } from "./pieces.js";

/**
 * A call's conversation in lines, one for each block: the instructions, the turns of the request, and
 * the answer if it is whole. Nothing in them changes from run to run, so they make readable snapshots.
 *
 * ```
 * system: Be brief.
 * user: What's the weather?
 * assistant: get_weather({"city":"Paris"})
 * user: get_weather → 18 °C
 * assistant: It is 18 °C.
 * ```
 *
 * Empty if the request was refused before a model saw it.
 */
export function conversationLines(call: Call): string[] {
  return conversationPieces(call).map(toLine);
}

/** The pieces of a call's conversation; each part can be left out. */
export function conversationPieces(
  call: Call,
  { instructions = true, answer = true } = {},
): readonly Piece[] {
  const { conversation } = call;
  const reply = call.answer?.reply;
  if (!conversation) return [];
  return [
    ...(instructions ? instructionPieces(conversation) : []),
    ...turnPieces(conversation),
    ...(answer && reply ? replyPieces(reply) : []),
  ];
}

/** A piece on one line. */
export function toLine(piece: Piece): string {
  return `${piece.role}: ${toWords(piece)}`;
}

function toWords(piece: Piece): string {
  switch (piece.type) {
    case "text":
      return piece.text;
    case "thinking":
    case "refusal":
      return `(${piece.type}) ${piece.text}`;
    case "other":
      return `(${piece.text})`;
    case "tool_call":
      return callWords(piece.name, piece.arguments);
    case "tool_result":
      return `${piece.name ?? "unknown tool"} → ${piece.isError ? "error: " : ""}${piece.text}`;
  }
}

/** A tool call in words: `get_weather({"city":"Paris"})`; JSON without white space. */
export function callWords(name: string, argumentsText: string): string {
  return `${name}(${compactJson(argumentsText)})`;
}
