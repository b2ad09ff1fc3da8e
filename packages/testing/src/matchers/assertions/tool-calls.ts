import { parseJson } from "../../common/json.js";
import type { Call } from "../../fake/calls/call.js";
import { callWords } from "../conversations/conversation-lines.js";
import { type CallPiece, replyPieces } from "../conversations/pieces.js";
import { equals, toJson } from "../equals.js";
import { listAnswers } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";
import { didYouMean, nearest, toBrief } from "../text.js";

/** Whether an answer that went out called that tool; with arguments: with exactly these. */
export function toHaveCalledTool(
  subject: Subject,
  name: string,
  args?: Readonly<Record<string, unknown>>,
): MatchResult {
  const received = readSubject(subject, "toHaveCalledTool");
  const calls = received.calls.flatMap(callsOf);
  const ofName = calls.filter((call) => call.name === name);
  const names = calls.map((call) => call.name);
  return toResult(received, {
    pass: ofName.some((call) => args === undefined || equals(parseJson(call.arguments), args)),
    phrase: `have called the tool ${JSON.stringify(name)}${args ? ` with ${toJson(args)}` : ""}`,
    found: () =>
      listAnswers("The calls that went out", received.calls, wordsOf) + didYouMean(names, name),
    values: closest(ofName, args),
  });
}

/** The arguments that come nearest beside those expected. */
function closest(calls: readonly CallPiece[], args: Readonly<Record<string, unknown>> | undefined) {
  if (!args || calls.length === 0) return undefined;
  const texts = calls.map((call) => call.arguments);
  const text = nearest(texts, toJson(args)) ?? "";
  return { actual: parseJson(text) ?? text, expected: args };
}

function callsOf({ answer }: Call) {
  const pieces = answer?.reply ? replyPieces(answer.reply) : [];
  return pieces.flatMap((piece) => (piece.type === "tool_call" ? piece : []));
}

function wordsOf(call: Call): string {
  const words = callsOf(call).map((piece) => toBrief(callWords(piece.name, piece.arguments)));
  return words.join(", ") || "none";
}
