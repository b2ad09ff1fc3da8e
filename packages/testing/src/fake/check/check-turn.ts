import type { Turn, TurnFunction, TurnParts } from "../turns/turn.js";
import {
  type Check,
  either,
  is,
  isText,
  listOf,
  type MemberChecks,
  members,
  object,
  text,
} from "./check.js";
import { checkChunks, checkFaults } from "./check-fault.js";
import { checkWhen } from "./check-matcher.js";
import { checkLogprobs, checkPiece, checkStopReason, checkUsage } from "./check-piece.js";

const checkPieces = listOf(checkPiece);

const saidMembers = {
  thinking: text,
  text,
  logprobs: checkLogprobs,
  toolCalls: listOf(
    members({ name: { required: text }, arguments: either(isText, text, object), id: text }),
  ),
  refusal: text,
  pieces: checkPieces,
  stop: checkStopReason,
  stopSequence: text,
  usage: checkUsage,
};

const needsNoCheck = (value: unknown) => isText(value) || typeof value === "function";

/** A turn in any form, with these members if it has members. */
function anyTurn(checks: MemberChecks): Check {
  const checkParts = members(checks);
  return either(
    needsNoCheck,
    () => {},
    either(Array.isArray, checkPieces, (value, place) => {
      is("a text, a list of pieces, an object or a generator function", isSomething)(value, place);
      checkParts(value, place);
      assertOneWay(value as TurnParts, place);
    }),
  );
}

const checkChoice = anyTurn(saidMembers);
const checkAnyTurn = anyTurn({
  ...saidMembers,
  choices: (value, place) => {
    listOf(checkChoice)(value, place);
    is("a list of at least one choice", (list) => (list as unknown[]).length > 0)(value, place);
  },
  fault: checkFaults,
  chunks: checkChunks,
  when: checkWhen,
});

const said = ["thinking", "text", "toolCalls", "refusal"] as const;
const saidByChoices = [...said, "pieces", "stop", "stopSequence", "usage"] as const;

/** `pieces` say all that is said, and so do `choices`. */
function assertOneWay(turn: TurnParts, place: string): void {
  const [way, others] = turn.choices
    ? (["choices", saidByChoices] as const)
    : (["pieces", turn.pieces ? said : []] as const);
  const tokens = turn.logprobs?.map(({ token }) => token).join("");
  if (tokens !== undefined && tokens !== turn.text) {
    throw new TypeError(`${place}.logprobs must have tokens that join to "${place}.text".`);
  }
  const other = others.find((name) => turn[name]);
  if (other)
    throw new TypeError(`${place} has both "${way}" and "${other}"; put it into the ${way}.`);
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
  checkAnyTurn(value, place);
  return value as Turn;
}

/**
 * The turns of a script as they were given.
 * @throws TypeError that names the turn and the member that cannot be
 */
export function checkTurns(value: unknown, place = "script"): readonly Turn[] {
  listOf(checkAnyTurn)(value, place);
  return value as readonly Turn[];
}

/**
 * A generator as it was given.
 * @throws TypeError for what is no function
 */
export function checkTurnFunction(value: unknown, place: string): TurnFunction {
  is("a generator function", (given) => typeof given === "function")(value, place);
  return value as TurnFunction;
}
