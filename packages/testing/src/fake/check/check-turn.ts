import { type Check, checks, type MemberChecks } from "@diglot/core";
import { isFunction, isText, object } from "../../common/kinds.js";
import { validChunks, validFaults } from "../../faults/check-faults.js";
import type { ScriptedToolCall, Turn, TurnParts } from "../turns/turn.js";
import { validMatcher } from "./check-matcher.js";
import { validLogprobs, validPiece, validStopReason, validUsage } from "./check-piece.js";

const { all, anything, checkOptions, either, finds, is, listOf, members, text } = checks;

/** Pieces in their order. */
export const validPieces: Check = listOf(validPiece);

type SaidParts = Omit<TurnParts, "choices" | "fault" | "chunks" | "when">;

const saidChecks: MemberChecks<SaidParts> = {
  thinking: text,
  text,
  logprobs: validLogprobs,
  toolCalls: listOf(
    members<ScriptedToolCall>({
      name: { required: text },
      arguments: either(isText, anything, object),
      id: text,
    }),
  ),
  refusal: text,
  pieces: validPieces,
  stop: validStopReason,
  stopSequence: text,
  usage: validUsage,
};

/** A turn in any form, with these members if it has members. */
function anyTurn<T extends SaidParts>(parts: MemberChecks<T>): Check {
  const something = is(
    "a string, a list of pieces, an object or a generator function",
    isSomething,
  );
  return either(
    (value) => isText(value) || isFunction(value),
    anything,
    either(Array.isArray, validPieces, all(something, members<T>(parts), finds(saysOnce))),
  );
}

/** What one request is answered with. */
export const validTurn: Check = anyTurn<TurnParts>({
  ...saidChecks,
  choices: listOf(anyTurn<SaidParts>(saidChecks), 1),
  fault: validFaults,
  chunks: validChunks,
  when: validMatcher,
});

/** The turns of a script. */
export const validTurns: Check = listOf(validTurn);

const said = ["thinking", "text", "toolCalls", "refusal"] as const;
const saidByChoices = [...said, "pieces", "stop", "stopSequence", "usage"] as const;

/** `pieces` say all that is said, and so do `choices`. */
function saysOnce(value: unknown, path: string): string | undefined {
  const turn = value as TurnParts;
  const [way, others] = turn.choices
    ? (["choices", saidByChoices] as const)
    : (["pieces", turn.pieces ? said : []] as const);
  const tokens = turn.logprobs?.map(({ token }) => token).join("");
  if (tokens !== undefined && tokens !== turn.text) {
    return `"${path}.logprobs" must have tokens that join to "${path}.text"`;
  }
  const other = others.find((name) => turn[name]);
  return other && `"${path}" has both "${way}" and "${other}"; put it into the ${way}`;
}

/** Dates, patterns and promises are no turns; objects of another realm are, as test runners have them. */
function isSomething(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/**
 * A turn as it was given, from a script of whatever origin.
 * @param place what its position is called in the error
 * @throws TypeError that names the position and the member that cannot be
 */
export function checkTurn(value: unknown, place: string): Turn {
  checkOptions("checkTurn", value, validTurn, place);
  return value as Turn;
}

/**
 * The turns of a script as they were given.
 * @throws TypeError that names the turn and the member that cannot be
 */
export function checkTurns(value: unknown, place = "script"): readonly Turn[] {
  checkOptions("checkTurns", value, validTurns, place);
  return value as readonly Turn[];
}
