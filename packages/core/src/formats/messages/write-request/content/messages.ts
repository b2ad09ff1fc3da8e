import type { Block, Conversation, JsonObject } from "../../../../conversation/conversation.js";
import type { WriteRequestContext } from "../context.js";
import { blockTextRules, turnRoleRules as roleRules, turnBlocksRules } from "../rules/content.js";
import { writeBlocks } from "./blocks.js";
import type { CacheControlWriter } from "./cache.js";
import { type Draft, mergeDrafts } from "./draft.js";
import { placeLateSystem } from "./late-system.js";
import { pairDrafts } from "./pairing.js";
import { draftTurns, isReasoning } from "./turns.js";

/** The instructions and the messages, ready to be written. */
export interface Arranged {
  readonly system: readonly Block[];
  readonly messages: readonly Draft[];
  /** Whether the last message is one of the assistant, which the reply continues. */
  readonly prefill: boolean;
  /** Whether the model is amid calls of tools whose thoughts are missing. */
  readonly brokenTurn: boolean;
}

/** Brings the turns into the order that the wire wants. */
export function arrangeMessages(
  conversation: Conversation,
  context: WriteRequestContext,
): Arranged {
  const { system, drafts } = draftTurns(conversation, context);
  const placed = mergeDrafts(placeLateSystem(drafts, system, context));
  // Where mending has emptied a message, instructions may have lost the one that they followed.
  const paired = mergeDrafts(placeLateSystem(pairDrafts(placed, context), system, context));
  const messages = endMessages(beginMessages(paired, system, context), context);
  return {
    system,
    messages,
    prefill: messages.at(-1)?.role === "assistant",
    brokenTurn: lacksReasoning(messages),
  };
}

/** The first message must be there, and of the user. */
function beginMessages(
  messages: readonly Draft[],
  system: Block[],
  { receipt }: WriteRequestContext,
): readonly Draft[] {
  const [first] = messages;
  if (first?.role === "assistant") receipt.apply(roleRules.firstAssistant, first.at);
  if (first) return messages;
  const { noTurns, emptyUser } = turnBlocksRules;
  const last = system.at(-1);
  const accepted = receipt.apply(last ? noTurns : emptyUser, "/messages");
  if (!accepted || !last) return messages;
  system.pop();
  return [{ role: "user", at: last.at ?? "", blocks: [last], taken: {} }];
}

/** A last message of the assistant is one that the reply continues. */
function endMessages(messages: readonly Draft[], context: WriteRequestContext): readonly Draft[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const earlier = messages.slice(0, -1);
  if (context.capabilities.prefill === "no") {
    context.receipt.apply(roleRules.prefillRefused, last.at);
    return earlier;
  }
  const blocks = trimLast(last.blocks, context);
  return blocks.length > 0 ? [...earlier, { ...last, blocks }] : earlier;
}

function trimLast(blocks: Block[], { receipt }: WriteRequestContext): Block[] {
  const last = blocks.at(-1);
  if (last?.type !== "text") return blocks;
  const text = last.text.trimEnd();
  if (text === last.text) return blocks;
  receipt.apply(blockTextRules.trimmed, last.at ?? "");
  return [...blocks.slice(0, -1), { ...last, text }];
}

function lacksReasoning(messages: readonly Draft[]): boolean {
  const [before, last] = messages.filter(({ role }) => role !== "system").slice(-2);
  const amidCalls = last?.blocks.some(({ type }) => type === "tool_result") ?? false;
  return amidCalls && before?.role === "assistant" && !before.blocks.some(isReasoning);
}

/** A message as it is sent. */
export interface WrittenMessage extends JsonObject {
  readonly content: readonly JsonObject[];
}

/** Writes the messages. */
export function writeMessages(
  drafts: readonly Draft[],
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): readonly WrittenMessage[] {
  return drafts.map(({ role, blocks, taken }) => ({
    role,
    content: writeBlocks(blocks, cacheControls, context),
    ...taken,
  }));
}
