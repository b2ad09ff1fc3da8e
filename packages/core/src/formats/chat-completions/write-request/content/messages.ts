import type {
  Block,
  Conversation,
  JsonObject,
  Turn,
} from "../../../../conversation/conversation.js";
import { wrapLateSystem } from "../../../../conversation/late-system.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import { takeExtra } from "../extra-members.js";
import { contentRules } from "../rules/content.js";
import { alternate } from "./alternation.js";
import { emitAssistant } from "./assistant.js";
import type { TextPart } from "./blocks.js";
import { assignIds, type CallIds } from "./call-ids.js";
import { callsOf, mendPairs } from "./pairing.js";
import { continueLast, type EmittedMessages } from "./prefill.js";
import { isThought } from "./reasoning-history.js";
import { emitSystem, toInstructions, toSystemContent, toSystemRole } from "./system.js";
import { emitUser, toUserContent } from "./user.js";

const roleRules = /* @__PURE__ */ casesOf(contentRules, "turn.role");

/** Writes instructions and turns. `instructions` are those of the service itself. */
export function emitMessages(
  conversation: Conversation,
  instructions: readonly TextPart[],
  context: EmitContext,
): EmittedMessages {
  const turns = mendPairs(joinTurns(conversation.turns, context), context);
  const ids = assignIds(turns, context);
  const tools = toToolsByCall(turns, ids, context);
  const hoisted = turns.flatMap((turn) => hoist(turn, context));
  const spoken = turns.flatMap((turn) => emitTurn(turn, ids, tools, context));
  const added = [...hoisted, ...instructions];
  const at = placeOf(conversation, "turns");
  const system = emitSystem(conversation.system, { added, at }, context);
  const messages = alternate([...system, ...spoken], at, context);
  if (messages.length === 0 && turns.every(saysNothing)) {
    context.receipt.apply(contentRules.turns.nothing, at);
  }
  return continueLast(messages, turns, context);
}

/**
 * Neighbours of one role are one turn; the members of their own are judged first. Instructions may
 * consist of such members alone, and stand between nothing then.
 */
function joinTurns(turns: readonly Turn[], context: EmitContext): readonly Turn[] {
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
  return blocks.every(isThought);
}

function toToolsByCall(
  turns: readonly Turn[],
  ids: CallIds,
  { names }: EmitContext,
): ReadonlyMap<string, string> {
  const calls = turns.flatMap(callsOf);
  return new Map(calls.map((call) => [ids.get(call) ?? call.id, names.toUpstream(call.name)]));
}

function emitTurn(
  turn: Turn,
  ids: CallIds,
  tools: ReadonlyMap<string, string>,
  context: EmitContext,
): readonly JsonObject[] {
  switch (turn.role) {
    case "user":
      return emitUser(turn, ids, tools, context);
    case "assistant":
      return emitAssistant(turn, ids, context);
    case "system":
      return emitLateSystem(turn, context);
    default:
      context.receipt.apply(roleRules.unknown, turn.at ?? "", { from: turn.role });
      return [];
  }
}

/** Instructions in the middle, where they stand. Hoisted ones are in the first message already. */
function emitLateSystem(turn: Turn, context: EmitContext): readonly JsonObject[] {
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
function hoist({ role, at = "", blocks }: Turn, context: EmitContext): readonly TextPart[] {
  const { capabilities, options, receipt } = context;
  if (role !== "system" || capabilities.midSystem || options.lateSystem !== "hoist") return [];
  receipt.apply(roleRules.hoisted, at);
  return toInstructions(blocks, context);
}
