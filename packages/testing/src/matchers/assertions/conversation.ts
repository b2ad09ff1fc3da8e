import type { Call } from "../../fake/calls/call.js";
import { conversationPieces, toLine } from "../conversations/conversation-lines.js";
import {
  type ExpectedTurn,
  expectedLine,
  expectedRole,
  isExpected,
} from "../conversations/expected-turn.js";
import type { Piece } from "../conversations/pieces.js";
import { outcome } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";

/**
 * Whether a conversation is this one, block by block; of a fake, that of the last request that a model
 * saw. Instructions count if the first turn expected is one of `system`; the answer counts if the last
 * one is of `assistant`, or is a pattern.
 */
export function toMatchConversation(subject: Subject, turns: readonly ExpectedTurn[]): MatchResult {
  const received = readSubject(subject, "toMatchConversation");
  const call = received.calls.findLast(({ conversation }) => conversation !== undefined);
  const pieces = call ? piecesFor(call, turns) : [];
  const pass =
    call !== undefined &&
    pieces.length === turns.length &&
    turns.every((turn, index) => isExpectedAt(pieces, index, turn));
  return toResult(received, {
    pass,
    phrase: "have had this conversation",
    found: () => describe(received.calls.at(-1), call, pieces),
    values: { actual: pieces.map(toLine), expected: alignedLines(pieces, turns) },
  });
}

function piecesFor(call: Call, turns: readonly ExpectedTurn[]): readonly Piece[] {
  const last = turns.at(-1);
  const instructions = expectedRole(turns[0]) === "system";
  const pieces = conversationPieces(call, { instructions, answer: false });
  const answer = expectedRole(last) === "assistant" || last instanceof RegExp;
  // A request may end with words that are put into the model's mouth; then the answer is not meant.
  if (!answer || pieces.length >= turns.length) return pieces;
  return conversationPieces(call, { instructions });
}

function isExpectedAt(pieces: readonly Piece[], index: number, turn: ExpectedTurn): boolean {
  const piece = pieces[index];
  return piece !== undefined && isExpected(piece, turn);
}

/** The lines expected; where one fits what came it is the same, so that a difference shows only what differs. */
function alignedLines(pieces: readonly Piece[], turns: readonly ExpectedTurn[]): readonly string[] {
  return turns.map((turn, index) => {
    const piece = pieces[index];
    return piece && isExpected(piece, turn) ? toLine(piece) : expectedLine(turn);
  });
}

function describe(
  last: Call | undefined,
  call: Call | undefined,
  pieces: readonly Piece[],
): string {
  if (!last) return "No request came.";
  if (!call) return `No model saw a request; the last one: ${outcome(last)}`;
  const lines = pieces.map((piece) => `  ${toLine(piece)}`);
  return [`The conversation of request ${call.index}:`, ...lines].join("\n");
}
