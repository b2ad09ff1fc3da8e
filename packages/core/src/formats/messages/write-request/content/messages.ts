import type { Block, Conversation, Turn } from "../../../../conversation/conversation.js";
import { arrangeHistory } from "../../../../conversation/history/arrange-history.js";
import { isReasoning } from "../../../../conversation/reasoning-block.js";
import type { JsonObject } from "../../../../json/value.js";
import { endsStep, type Steps } from "../../../../runtime/steps.js";
import type { WriteRequestContext } from "../context.js";
import { blockTextRules, turnRoleRules as roleRules, turnBlocksRules } from "../rules/content.js";
import { writeBlock, writeCall } from "./blocks.js";
import type { CacheControlWriter } from "./cache.js";
import { historyContextOf } from "./history.js";
import { selectTurns } from "./turns.js";

/** The instructions and the messages, ready to be written. */
export interface Arranged {
  readonly system: readonly Block[];
  readonly messages: readonly Turn[];
  /** Whether the last message is an assistant message, which the reply continues. */
  readonly prefill: boolean;
  /** Whether the model is in a sequence of tool calls whose thinking is missing. */
  readonly brokenTurn: boolean;
}

/** Arranges the turns in the order that the wire requires. */
export function* arrangeMessages(
  conversation: Conversation,
  context: WriteRequestContext,
): Steps<Arranged> {
  const selected = yield* selectTurns(conversation, context);
  const history = yield* arrangeHistory(selected.turns, historyContextOf(context));
  const system = [...selected.system, ...history.hoisted];
  const messages = endMessages(beginMessages(history.turns, system, context), context);
  return {
    system,
    messages,
    prefill: messages.at(-1)?.role === "assistant",
    brokenTurn: lacksReasoning(messages),
  };
}

/** There must be a first message, and it must be a user message. */
function beginMessages(
  messages: readonly Turn[],
  system: Block[],
  { receipt }: WriteRequestContext,
): readonly Turn[] {
  const [first] = messages;
  if (first?.role === "assistant") receipt.apply(roleRules.firstAssistant, first.at ?? "");
  if (first) return messages;
  const { noTurns, emptyUser } = turnBlocksRules;
  const last = system.at(-1);
  const accepted = receipt.apply(last ? noTurns : emptyUser, "/messages");
  if (!accepted || !last) return messages;
  system.pop();
  return [{ role: "user", at: last.at, blocks: [last] }];
}

/** The reply continues a last message of the assistant. */
function endMessages(messages: readonly Turn[], context: WriteRequestContext): readonly Turn[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const earlier = messages.slice(0, -1);
  if (context.capabilities.prefill === "no") {
    context.receipt.apply(roleRules.prefillRefused, last.at ?? "");
    return earlier;
  }
  const blocks = trimLast(last.blocks, context);
  return blocks.length > 0 ? [...earlier, { ...last, blocks }] : earlier;
}

function trimLast(blocks: readonly Block[], { receipt }: WriteRequestContext): readonly Block[] {
  const last = blocks.at(-1);
  if (last?.type !== "text") return blocks;
  const text = last.text.trimEnd();
  if (text === last.text) return blocks;
  receipt.apply(blockTextRules.trimmed, last.at ?? "");
  return [...blocks.slice(0, -1), { ...last, text }];
}

function lacksReasoning(messages: readonly Turn[]): boolean {
  const [before, last] = messages.filter(({ role }) => role !== "system").slice(-2);
  const amidCalls = last?.blocks.some(({ type }) => type === "tool_result") ?? false;
  return amidCalls && before?.role === "assistant" && !before.blocks.some(isReasoning);
}

/** A message on the wire. */
export interface WrittenMessage extends JsonObject {
  readonly content: readonly JsonObject[];
}

/** Writes the messages. */
export function* writeMessages(
  turns: readonly Turn[],
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): Steps<readonly WrittenMessage[]> {
  const messages: WrittenMessage[] = [];
  for (const [index, { role, blocks, extra }] of turns.entries()) {
    const content: JsonObject[] = [];
    for (const [position, block] of blocks.entries()) {
      const written =
        block.type === "tool_call"
          ? yield* writeCall(block, cacheControls, context)
          : writeBlock(block, cacheControls, context);
      content.push(written);
      if (endsStep(position)) yield;
    }
    messages.push({ role, content, ...extra });
    if (endsStep(index)) yield;
  }
  return messages;
}
