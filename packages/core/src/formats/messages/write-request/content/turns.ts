import type { Block, Conversation, Turn } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { isOwnSignature } from "../../wire/signature.js";
import type { WriteRequestContext } from "../context.js";
import { takeExtra } from "../extra-members.js";
import { turnBlocksRules as rules, turnNameRules, turnRoleRules } from "../rules/content.js";
import type { Draft } from "./draft.js";
import { leaveOut } from "./leave-out.js";
import { selectBlocks } from "./select.js";

const roles = ["user", "assistant", "system"] as const;

/** The instructions and the messages of a conversation, as far as they say anything. */
export interface Drafted {
  readonly system: Block[];
  readonly drafts: readonly Draft[];
}

/** Selects what of each turn can be written. Turns that say nothing go, or are refused. */
export function draftTurns(conversation: Conversation, context: WriteRequestContext): Drafted {
  const system = selectBlocks(conversation.system, "system", context);
  const drafts: Draft[] = [];
  let previous = system;
  for (const turn of conversation.turns) {
    const draft = draftTurn(turn, previous, context);
    if (!draft || isEmpty(draft, context)) continue;
    drafts.push(draft);
    previous = draft.blocks;
  }
  return { system, drafts };
}

function draftTurn(turn: Turn, previous: Block[], context: WriteRequestContext): Draft | undefined {
  const at = turn.at ?? "";
  const role = roles.find((known) => known === turn.role);
  if (!role) {
    context.receipt.apply(turnRoleRules.unknown, at);
    return undefined;
  }
  if (turn.name !== undefined) {
    context.receipt.apply(turnNameRules.any, placeOf(turn, "name"));
  }
  const whole = role === "assistant" ? restoreReasoning(turn.blocks, context) : turn.blocks;
  const blocks = selectBlocks(whole, role, context, previous);
  return { role, at, blocks, taken: takeExtra(turn, context) };
}

/**
 * Puts back the thoughts that the caller could not carry, unless it has brought some. Those of a
 * model that gave no proof say nothing to this one.
 */
function restoreReasoning(
  blocks: readonly Block[],
  context: WriteRequestContext,
): readonly Block[] {
  const { remembered, capabilities } = context;
  const call = blocks.find((block) => block.type === "tool_call" && remembered.has(block.id));
  if (call?.type !== "tool_call" || blocks.some(hasProof)) return blocks;
  const reasoning = (remembered.get(call.id) ?? [])
    .filter(isReasoning)
    .filter((reasoning) => capabilities.unsignedThinking || hasProof(reasoning));
  if (reasoning.length === 0) return blocks;
  return [...reasoning, ...blocks.filter((block) => !isReasoning(block))];
}

/** A proof of this service's own making is none. */
function hasProof(block: Block): boolean {
  if (block.type !== "thinking") return block.type === "redacted_thinking";
  return block.signature !== undefined && !isOwnSignature(block.signature);
}

/** Whether a block is of what the model thought. */
export function isReasoning({ type }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function isEmpty({ role, at, blocks }: Draft, { receipt }: WriteRequestContext): boolean {
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
