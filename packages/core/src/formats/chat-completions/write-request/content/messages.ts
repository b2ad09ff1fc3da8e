import type { Conversation, Turn } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { arrangeHistory } from "../../../../conversation/history/arrange-history.js";
import { mergeTurns } from "../../../../conversation/history/merge-turns.js";
import { callsOf } from "../../../../conversation/history/results.js";
import { placeOf } from "../../../../conversation/places.js";
import { isReasoning } from "../../../../conversation/reasoning-block.js";
import type { JsonObject } from "../../../../json/value.js";
import { flatMapInSteps, type Steps } from "../../../../runtime/steps.js";
import type { WriteRequestContext } from "../context.js";
import { turnRoleRules, turnsRules } from "../rules/content.js";
import { alternate } from "./alternation.js";
import { writeAssistant } from "./assistant.js";
import { historyContextOf } from "./history.js";
import { selectInstructions } from "./instructions.js";
import type { TextPart } from "./parts.js";
import { continueLast, type WrittenMessages } from "./prefill.js";
import { writeSystem } from "./system.js";
import { writeUser } from "./user.js";

/** The data about the calls of a history. */
interface KnownCalls {
  /** The caller's ids, where they had to change. */
  readonly callerIds: ReadonlyMap<string, string>;
  /** The upstream's names of the tools that were called, by the ids of the calls. */
  readonly toolNames: ReadonlyMap<string, string>;
}

/** Writes instructions and turns. `instructions` are those of the service itself. */
export function* writeMessages(
  conversation: Conversation,
  instructions: readonly TextPart[],
  context: WriteRequestContext,
): Steps<WrittenMessages> {
  const leading = selectInstructions(conversation.system, context);
  const { turns, hoisted, callerIds } = yield* arrangeHistory(
    yield* selectTurns(conversation.turns, context),
    historyContextOf(context),
  );
  const calls = { callerIds, toolNames: toToolNames(turns, context) };
  const system = writeSystem([...leading, ...hoisted], instructions, context);
  const spoken: JsonObject[] = [];
  for (const turn of turns) spoken.push(...(yield* writeTurn(turn, calls, context)));
  const at = placeOf(conversation, "turns");
  const messages = alternate([...system, ...spoken], at, context);
  if (messages.length === 0 && turns.every(saysNothing)) {
    context.receipt.apply(turnsRules.nothing, at);
  }
  return continueLast(messages, turns, context);
}

/**
 * The turns without native fields, to which the rules are applied here. Instructions may consist of
 * native fields only, and are then removed.
 */
function* selectTurns(
  turns: readonly Turn[],
  context: WriteRequestContext,
): Steps<readonly Turn[]> {
  const known = yield* flatMapInSteps(turns, (turn) => {
    const neutral = withoutExtra(turn, context);
    return isSaid(neutral) ? [neutral] : [];
  });
  return yield* flatMapInSteps(mergeTurns(known), (turn) => {
    if (turn.role !== "system") return [turn];
    const selected = { ...turn, blocks: selectInstructions(turn.blocks, context) };
    return isSaid(selected) ? [selected] : [];
  });
}

function withoutExtra(turn: Turn, context: WriteRequestContext): Turn {
  if (!turn.extra) return turn;
  takeExtra(turn, context);
  const { extra, ...others } = turn;
  return others;
}

function isSaid({ role, blocks }: Turn): boolean {
  return role !== "system" || blocks.length > 0;
}

/** Whether a turn has nothing to send; refused blocks are reported elsewhere. */
function saysNothing({ blocks }: Turn): boolean {
  return blocks.every(isReasoning);
}

function toToolNames(
  turns: readonly Turn[],
  { names }: WriteRequestContext,
): ReadonlyMap<string, string> {
  return new Map(turns.flatMap(callsOf).map(({ id, name }) => [id, names.toUpstream(name)]));
}

function* writeTurn(
  turn: Turn,
  { callerIds, toolNames }: KnownCalls,
  context: WriteRequestContext,
): Steps<readonly JsonObject[]> {
  switch (turn.role) {
    case "user":
      return yield* writeUser(turn, toolNames, context);
    case "assistant":
      return yield* writeAssistant(turn, callerIds, context);
    case "system":
      yield;
      return writeSystem(turn.blocks, [], context);
    default:
      context.receipt.apply(turnRoleRules.unknown, turn.at ?? "", { from: turn.role });
      return [];
  }
}
