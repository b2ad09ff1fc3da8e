import type { Call } from "../../fake/calls/call.js";
import { holdsText } from "../../fake/script/holds-text.js";
import type { TextMatcher } from "../../fake/script/matcher.js";
import { joinTexts } from "../../fake/script/observed-request.js";
import { instructionPieces, type Piece, replyPieces, turnPieces } from "../conversations/pieces.js";
import { listAnswers, listRequests } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";
import { isNamed, nearest, quote, toBrief } from "../text.js";

/** Whether the text of the last turn of the user held this, in some request. */
export function toHaveReceivedText(subject: Subject, wanted: TextMatcher): MatchResult {
  return findText(subject, wanted, {
    name: "toHaveReceivedText",
    phrase: "have received the text",
    heading: "What the user said last",
    list: listRequests,
    textOf: lastUserText,
    fits: holdsText,
  });
}

/** Whether the instructions held this, in some request. */
export function toHaveReceivedSystem(subject: Subject, wanted: TextMatcher): MatchResult {
  return findText(subject, wanted, {
    name: "toHaveReceivedSystem",
    phrase: "have received the instructions",
    heading: "The instructions",
    list: listRequests,
    textOf: instructionText,
    fits: holdsText,
  });
}

/** Whether this model was asked for, in some request. A string is its whole name. */
export function toHaveReceivedModel(subject: Subject, wanted: TextMatcher): MatchResult {
  return findText(subject, wanted, {
    name: "toHaveReceivedModel",
    phrase: "have received a request for the model",
    heading: "The models asked for",
    list: listRequests,
    textOf: ({ conversation }) => conversation?.model,
    fits: isNamed,
  });
}

/** Whether an answer that went out whole held this, in its text or in a refusal. */
export function toHaveAnswered(subject: Subject, wanted: TextMatcher): MatchResult {
  return findText(subject, wanted, {
    name: "toHaveAnswered",
    phrase: "have answered",
    heading: "The answers",
    list: listAnswers,
    textOf: answerText,
    fits: holdsText,
  });
}

interface Search {
  readonly name: string;
  readonly phrase: string;
  readonly heading: string;
  readonly list: typeof listRequests;
  readonly textOf: (call: Call) => string | undefined;
  readonly fits: (text: string, wanted: TextMatcher) => boolean;
}

function findText(subject: Subject, wanted: TextMatcher, search: Search): MatchResult {
  const { name, phrase, heading, list, textOf, fits } = search;
  const received = readSubject(subject, name);
  const texts = received.calls.flatMap((call) => textOf(call) ?? []);
  const closest = nearest(texts, wanted);
  const describe = (call: Call) => JSON.stringify(toBrief(textOf(call) ?? ""));
  return toResult(received, {
    pass: texts.some((text) => fits(text, wanted)),
    phrase: `${phrase} ${quote(wanted)}`,
    found: () => list(heading, received.calls, describe),
    values: closest === undefined ? undefined : { actual: closest, expected: wanted },
  });
}

function lastUserText({ conversation }: Call): string | undefined {
  if (!conversation) return undefined;
  return joinTexts(conversation.turns.findLast(({ role }) => role === "user")?.blocks ?? []);
}

function instructionText({ conversation }: Call): string | undefined {
  if (!conversation) return undefined;
  const late = turnPieces(conversation).filter(({ role }) => role === "system");
  return [...instructionPieces(conversation), ...late].map(plainText).join("\n");
}

function answerText({ answer }: Call): string | undefined {
  if (!answer?.reply) return undefined;
  return replyPieces(answer.reply).map(plainText).join("");
}

function plainText(piece: Piece): string {
  return piece.type === "text" || piece.type === "refusal" ? piece.text : "";
}
