import type { Block, Conversation, Turn } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { placeOf } from "../../../../conversation/places.js";
import { isReasoning } from "../../../../conversation/reasoning-block.js";
import { endsStep, type Steps } from "../../../../runtime/steps.js";
import { isMadeHere } from "../../wire/signature.js";
import type { WriteRequestContext } from "../context.js";
import { turnBlocksRules as rules, turnNameRules, turnRoleRules } from "../rules/content.js";
import { leaveOut } from "./leave-out.js";
import { selectBlocks } from "./select.js";

const roles = ["user", "assistant", "system"] as const;

/** The instructions and the turns of a conversation that are not empty. */
export interface SelectedTurns {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
}

/**
 * A turn that can be written completely; `extra` holds the members that the upstream is known to
 * accept.
 */
interface SelectedTurn extends Turn {
  readonly role: (typeof roles)[number];
  /** A copy of the list: a later turn may still move its cache control here. */
  readonly blocks: Block[];
}

/** Selects the parts of each turn that can be written. Empty turns are dropped or refused. */
export function* selectTurns(
  conversation: Conversation,
  context: WriteRequestContext,
): Steps<SelectedTurns> {
  const system = yield* selectBlocks(conversation.system, "system", context);
  const turns: SelectedTurn[] = [];
  let previous = system;
  for (const [index, turn] of conversation.turns.entries()) {
    if (endsStep(index)) yield;
    const selected = yield* selectTurn(turn, previous, context);
    if (!selected || isEmpty(selected, context)) continue;
    turns.push(selected);
    previous = selected.blocks;
  }
  return { system, turns };
}

function* selectTurn(
  turn: Turn,
  previous: Block[],
  context: WriteRequestContext,
): Steps<SelectedTurn | undefined> {
  const { at = "" } = turn;
  const { role } = turn;
  if (!isKnownRole(role)) {
    context.receipt.apply(turnRoleRules.unknown, at);
    return undefined;
  }
  if (turn.name !== undefined) {
    context.receipt.apply(turnNameRules.any, placeOf(turn, "name"));
  }
  const whole = role === "assistant" ? restoreReasoning(turn.blocks, context) : turn.blocks;
  const blocks = yield* selectBlocks(whole, role, context, previous);
  return { role, at, blocks, extra: takeExtra(turn, context, context.capabilities.extensions) };
}

function isKnownRole(role: string): role is SelectedTurn["role"] {
  return (roles as readonly string[]).includes(role);
}

/**
 * Restores the reasoning that the caller's format could not hold, unless the caller sent some.
 * Reasoning without a signature is not restored, since the model cannot use it.
 */
function restoreReasoning(
  blocks: readonly Block[],
  context: WriteRequestContext,
): readonly Block[] {
  const { remembered, capabilities } = context;
  if (remembered.size === 0) return blocks;
  const call = blocks.find((block) => block.type === "tool_call" && remembered.has(block.id));
  if (call?.type !== "tool_call" || blocks.some(hasProof)) return blocks;
  const reasoning = (remembered.get(call.id) ?? [])
    .filter(isReasoning)
    .filter((reasoning) => capabilities.unsignedThinking || hasProof(reasoning));
  if (reasoning.length === 0) return blocks;
  return [...reasoning, ...blocks.filter((block) => !isReasoning(block))];
}

/** A signature that this service made does not count. */
function hasProof(block: Block): boolean {
  if (block.type !== "thinking") return block.type === "redacted_thinking";
  return block.signature !== undefined && !isMadeHere(block.signature);
}

function isEmpty(
  { role, at = "", blocks }: SelectedTurn,
  { receipt }: WriteRequestContext,
): boolean {
  if (blocks.length > 0) return false;
  const rule = {
    user: rules.emptyUser,
    assistant: rules.emptyAssistant,
    system: rules.emptySystem,
  };
  const left = leaveOut(rule[role], at, receipt);
  if (left) blocks.push(left);
  return !left;
}
