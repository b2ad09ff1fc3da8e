import type {
  Block,
  Conversation,
  JsonObject,
  Turn,
} from "../../../../conversation/conversation.js";
import { arrangeHistory } from "../../../../conversation/history/arrange-history.js";
import { isReasoning } from "../../../../conversation/reasoning-block.js";
import type { WriteRequestContext } from "../context.js";
import { blockTextRules, turnRoleRules as roleRules, turnBlocksRules } from "../rules/content.js";
import { writeBlocks } from "./blocks.js";
import type { CacheControlWriter } from "./cache.js";
import { toHistoryContext } from "./history.js";
import { selectTurns } from "./turns.js";

/** The instructions and the messages, ready to be written. */
export interface Arranged {
  readonly system: readonly Block[];
  readonly messages: readonly Turn[];
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
  const selected = selectTurns(conversation, context);
  const history = arrangeHistory(selected.turns, toHistoryContext(context));
  const system = [...selected.system, ...history.hoisted];
  const messages = endMessages(beginMessages(history.turns, system, context), context);
  return {
    system,
    messages,
    prefill: messages.at(-1)?.role === "assistant",
    brokenTurn: lacksReasoning(messages),
  };
}

/** The first message must be there, and of the user. */
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

/** A last message of the assistant is one that the reply continues. */
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

/** A message as it is sent. */
export interface WrittenMessage extends JsonObject {
  readonly content: readonly JsonObject[];
}

/** Writes the messages. */
export function writeMessages(
  turns: readonly Turn[],
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): readonly WrittenMessage[] {
  return turns.map(({ role, blocks, extra }) => ({
    role,
    content: writeBlocks(blocks, cacheControls, context),
    ...extra,
  }));
}
