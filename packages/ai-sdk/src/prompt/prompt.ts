import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Block, Conversation, Turn } from "@diglot/core";
import { toolNamesOf } from "@diglot/core/frameworks";
import { toAssistantParts } from "./assistant.js";
import type { PromptContext } from "./context.js";
import { toCacheOptions } from "./part-options.js";
import { toParts } from "./parts.js";
import { toResult } from "./results.js";

/** The turns of a conversation as messages; losses and refusals are in the receipt. */
export function toMessages({ turns }: Conversation, context: PromptContext): LanguageModelV4Prompt {
  const names = toolNamesOf(turns);
  return turns.flatMap((turn) => toTurnMessages(turn, names, context));
}

/** Instructions as system messages. A block with cache control ends its message. */
export function toSystemMessages(
  blocks: readonly Block[],
  context: PromptContext,
): LanguageModelV4Prompt {
  const messages: LanguageModelV4Message[] = [];
  let texts: string[] = [];
  for (const [index, block] of blocks.entries()) {
    texts.push(...toParts([withoutCache(block)], context).map((part) => textOf(part)));
    const options = "cache" in block ? toCacheOptions(block, context) : undefined;
    if (!options && index < blocks.length - 1) continue;
    const content = texts.join("\n\n");
    messages.push({ role: "system", content, ...(options && { providerOptions: options }) });
    texts = [];
  }
  return messages;
}

function withoutCache(block: Block): Block {
  return "cache" in block ? { ...block, cache: undefined } : block;
}

function textOf(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? "";
}

function toTurnMessages(
  { role, blocks }: Turn,
  names: ReadonlyMap<string, string>,
  context: PromptContext,
): LanguageModelV4Prompt {
  if (role === "assistant")
    return [{ role: "assistant", content: toAssistantParts(blocks, context) }];
  if (role === "system") return toSystemMessages(blocks, context);
  return toUserMessages(blocks, names, context);
}

/** Results come first: they answer the turn before, and providers want them there. */
function toUserMessages(
  blocks: readonly Block[],
  names: ReadonlyMap<string, string>,
  context: PromptContext,
): LanguageModelV4Prompt {
  const results = blocks.flatMap((block) =>
    block.type === "tool_result"
      ? [toResult(block, names.get(block.callId) ?? "unknown", context)]
      : [],
  );
  const rest = blocks.filter(({ type }) => type !== "tool_result");
  const content = [...results.flatMap(({ attached }) => attached), ...toParts(rest, context)];
  return [
    ...(results.length > 0
      ? [{ role: "tool" as const, content: results.map(({ part }) => part) }]
      : []),
    ...(content.length > 0 ? [{ role: "user" as const, content }] : []),
  ];
}
