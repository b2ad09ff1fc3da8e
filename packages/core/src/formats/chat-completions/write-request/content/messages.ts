import type {
  Block,
  Conversation,
  JsonObject,
  Turn,
} from "../../../../conversation/conversation.js";
import { wrapLateSystem } from "../../../../conversation/late-system.js";
import { placeOf } from "../../../../conversation/pointer.js";
import type { WriteRequestContext } from "../context.js";
import { takeExtra } from "../extra-members.js";
import { turnRoleRules as roleRules, turnsRules } from "../rules/content.js";
import { alternate } from "./alternation.js";
import { writeAssistant } from "./assistant.js";
import { assignIds, type CallIds } from "./call-ids.js";
import { callsOf, mendPairs } from "./pairing.js";
import type { TextPart } from "./parts.js";
import { continueLast, type WrittenMessages } from "./prefill.js";
import { isReasoning } from "./reasoning-history.js";
import { toInstructions, toSystemContent, toSystemRole, writeSystem } from "./system.js";
import { toUserContent, writeUser } from "./user.js";

/** Writes instructions and turns. `instructions` are those of the service itself. */
export function writeMessages(
  conversation: Conversation,
  instructions: readonly TextPart[],
  context: WriteRequestContext,
): WrittenMessages {
  const turns = mendPairs(joinTurns(conversation.turns, context), context);
  const ids = assignIds(turns, context);
  const tools = toToolsByCall(turns, ids, context);
  const hoisted = turns.flatMap((turn) => hoist(turn, context));
  const spoken = turns.flatMap((turn) => writeTurn(turn, ids, tools, context));
  const added = [...hoisted, ...instructions];
  const at = placeOf(conversation, "turns");
  const system = writeSystem(conversation.system, { added, at }, context);
  const messages = alternate([...system, ...spoken], at, context);
  if (messages.length === 0 && turns.every(saysNothing)) {
    context.receipt.apply(turnsRules.nothing, at);
  }
  return continueLast(messages, turns, context);
}

/**
 * Neighbours of one role are one turn; the members of their own are judged first. Instructions may
 * consist of such members alone, and stand between nothing then.
 */
function joinTurns(turns: readonly Turn[], context: WriteRequestContext): readonly Turn[] {
  const joined: (Omit<Turn, "blocks"> & { readonly blocks: Block[] })[] = [];
  for (const { extra, ...turn } of turns) {
    takeExtra({ ...turn, extra }, context);
    const last = joined.at(-1);
    if (turn.role === "system" && turn.blocks.length === 0) continue;
    if (last && last.role === turn.role && last.name === turn.name) {
      last.blocks.push(...turn.blocks);
    } else {
      joined.push({ ...turn, blocks: [...turn.blocks] });
    }
  }
  return joined;
}

/** Whether a turn has nothing that is sent; blocks that are refused are another problem. */
function saysNothing({ blocks }: Turn): boolean {
  return blocks.every(isReasoning);
}

function toToolsByCall(
  turns: readonly Turn[],
  ids: CallIds,
  { names }: WriteRequestContext,
): ReadonlyMap<string, string> {
  const calls = turns.flatMap(callsOf);
  return new Map(calls.map((call) => [ids.get(call) ?? call.id, names.toUpstream(call.name)]));
}

function writeTurn(
  turn: Turn,
  ids: CallIds,
  tools: ReadonlyMap<string, string>,
  context: WriteRequestContext,
): readonly JsonObject[] {
  switch (turn.role) {
    case "user":
      return writeUser(turn, ids, tools, context);
    case "assistant":
      return writeAssistant(turn, ids, context);
    case "system":
      return writeLateSystem(turn, context);
    default:
      context.receipt.apply(roleRules.unknown, turn.at ?? "", { from: turn.role });
      return [];
  }
}

/** Instructions in the middle, where they stand. Hoisted ones are in the first message already. */
function writeLateSystem(turn: Turn, context: WriteRequestContext): readonly JsonObject[] {
  const { at = "", blocks } = turn;
  const { capabilities, options, receipt } = context;
  if (capabilities.midSystem) {
    const parts = toInstructions(blocks, context);
    if (parts.length === 0) return [];
    return [{ role: toSystemRole(context), content: toSystemContent(parts, at, context) }];
  }
  switch (options.lateSystem) {
    case "wrap": {
      receipt.apply(roleRules.wrapped, at);
      const parts = toInstructions(blocks, context).map(wrapPart);
      if (parts.length === 0) return [];
      return [{ role: "user", content: toUserContent(parts, at, context) }];
    }
    case "refuse":
      receipt.apply(roleRules.refusedSystem, at);
      return [];
    case "hoist":
      return [];
  }
}

function wrapPart(part: TextPart): TextPart {
  return { ...part, text: wrapLateSystem(part.text) };
}

/** The instructions of a turn that is moved to the front. */
function hoist({ role, at = "", blocks }: Turn, context: WriteRequestContext): readonly TextPart[] {
  const { capabilities, options, receipt } = context;
  if (role !== "system" || capabilities.midSystem || options.lateSystem !== "hoist") return [];
  receipt.apply(roleRules.hoisted, at);
  return toInstructions(blocks, context);
}
