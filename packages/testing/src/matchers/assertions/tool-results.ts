import { parseJson } from "../../common/json.js";
import type { Call } from "../../fake/calls/call.js";
import { holdsText } from "../../fake/script/holds-text.js";
import { toLine } from "../conversations/conversation-lines.js";
import { type ResultPiece, turnPieces } from "../conversations/pieces.js";
import { equals, isAsymmetric, toJson } from "../equals.js";
import { listRequests } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";
import { didYouMean, nearest, quote, toBrief } from "../text.js";

/** What a result must hold: a part of its text, a pattern, or the whole value of its JSON. */
export type ResultContent = string | RegExp | object;

/** Whether some request held a result of a tool of that name; with a content: one that holds it. */
export function toHaveReceivedToolResult(
  subject: Subject,
  name: string,
  content?: ResultContent,
): MatchResult {
  const received = readSubject(subject, "toHaveReceivedToolResult");
  const results = received.calls.flatMap(resultsOf);
  const ofName = results.filter((result) => result.name === name);
  const names = results.flatMap((result) => result.name ?? []);
  return toResult(received, {
    pass: ofName.some(({ text }) => content === undefined || isContent(text, content)),
    phrase: `have received a result of the tool ${JSON.stringify(name)}${contentWords(content)}`,
    found: () =>
      listRequests("The results that came", received.calls, linesOf) + didYouMean(names, name),
    values: closest(ofName, content),
  });
}

function isContent(text: string, content: ResultContent): boolean {
  if (typeof content === "string" || content instanceof RegExp) return holdsText(text, content);
  const value = parseJson(text);
  if (isAsymmetric(content) && content.asymmetricMatch(text)) return true;
  return value !== undefined && equals(value, content);
}

/** The result that comes nearest beside the content; a JSON value for a value. */
function closest(results: readonly ResultPiece[], content: ResultContent | undefined) {
  const texts = results.map(({ text }) => text);
  if (content === undefined || texts.length === 0) return undefined;
  const isText = typeof content === "string" || content instanceof RegExp;
  const text = nearest(texts, isText ? content : toJson(content)) ?? "";
  return { actual: isText ? text : (parseJson(text) ?? text), expected: content };
}

function resultsOf({ conversation }: Call) {
  const pieces = conversation ? turnPieces(conversation) : [];
  return pieces.flatMap((piece) => (piece.type === "tool_result" ? piece : []));
}

function linesOf(call: Call): string {
  const lines = resultsOf(call).map((piece) =>
    toBrief(toLine(piece).slice(`${piece.role}: `.length)),
  );
  return lines.join("; ") || "none";
}

function contentWords(content: ResultContent | undefined): string {
  if (content === undefined) return "";
  const isText = typeof content === "string" || content instanceof RegExp;
  return ` with ${isText ? quote(content) : toJson(content)}`;
}
