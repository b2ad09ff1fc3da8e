import type { Block, Conversation, ToolCallBlock, ToolResultBlock, Turn } from "@diglot/core";
import {
  type AttachedFiles,
  attachFiles,
  noteError,
  parseArguments,
  toolNamesOf,
} from "@diglot/core/frameworks";
import type { BaseMessage } from "@langchain/core/messages";
import { rules } from "../rules.js";
import { toContent } from "./content.js";
import type { MessageContext } from "./context.js";
import type { ContentBlock } from "./media.js";

/** The classes of messages, which are loaded with the first request. */
type Classes = typeof import("@langchain/core/messages");

/** A conversation as messages; losses and refusals are in the receipt. */
export async function toMessages(
  { system, turns }: Conversation,
  context: MessageContext,
): Promise<BaseMessage[]> {
  const classes = await import("@langchain/core/messages");
  const names = toolNamesOf(turns);
  return [
    ...(system.length > 0 ? [toSystem(system, classes, context)] : []),
    ...turns.flatMap((turn) => toTurnMessages(turn, names, classes, context)),
  ];
}

function toTurnMessages(
  { role, blocks }: Turn,
  names: ReadonlyMap<string, string>,
  classes: Classes,
  context: MessageContext,
): BaseMessage[] {
  if (role === "assistant") return [toAssistant(blocks, classes, context)];
  if (role === "system") return [toLateSystem(blocks, classes, context)];
  const results = blocks
    .filter((block) => block.type === "tool_result")
    .map((block) => toPlainResult(block, context));
  const rest = [
    ...results.flatMap(({ attached }) => attached),
    ...blocks.filter(({ type }) => type !== "tool_result"),
  ];
  // Results come first: they answer the turn before, and providers want them there.
  return [
    ...results.map(({ result }) => toResult(result, names.get(result.callId), classes, context)),
    ...(rest.length > 0
      ? [new classes.HumanMessage({ content: toContent(rest, context) as never })]
      : []),
  ];
}

/** Anthropic's older models take instructions at the beginning alone. */
function toLateSystem(
  blocks: readonly Block[],
  classes: Classes,
  context: MessageContext,
): BaseMessage {
  if (context.family !== "anthropic") return toSystem(blocks, classes, context);
  context.receipt.apply(rules.lateInstructions, blocks[0]?.at ?? "");
  return new classes.HumanMessage({ content: toContent(blocks, context) as never });
}

/** LangChain's providers do not send that a result is an error; those of OpenAI take no files in one. */
function toPlainResult(block: ToolResultBlock, { family, receipt }: MessageContext): AttachedFiles {
  const result = { ...block, content: noteError(block, receipt) };
  return family === "openai" ? attachFiles(result, receipt) : { result, attached: [] };
}

/** Plain instructions are one text; with cache control they stay blocks. */
function toSystem(
  blocks: readonly Block[],
  { SystemMessage }: Classes,
  context: MessageContext,
): BaseMessage {
  const content = toContent(blocks, context);
  const isText = Array.isArray(content) && content.every((block) => isPlainText(block));
  const joined = isText ? content.map(({ text }) => text).join("\n\n") : content;
  return new SystemMessage({ content: joined as never });
}

function isPlainText(block: ContentBlock): boolean {
  return block.type === "text" && !("cache_control" in block);
}

function toAssistant(
  blocks: readonly Block[],
  { AIMessage }: Classes,
  context: MessageContext,
): BaseMessage {
  const calls = blocks.filter((block) => block.type === "tool_call");
  const reasoning = blocks.flatMap((block) => toReasoning(block, context));
  const rest = blocks.filter(({ type }) => !nonTextBlocks.has(type));
  const said = rest.length > 0 ? toContent(rest, context) : "";
  const content = reasoning.length > 0 ? [...reasoning, ...toList(said)] : said;
  const tool_calls = calls.map((call) => toCall(call, context));
  return new AIMessage({ content: content as never, tool_calls });
}

/** Blocks that are not part of the text of a turn. */
const nonTextBlocks: ReadonlySet<string> = new Set(["tool_call", "thinking", "redacted_thinking"]);

function toList(content: string | ContentBlock[]): ContentBlock[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

/** Earlier reasoning, for a provider that wants it back with its proof. */
function toReasoning(block: Block, { family, receipt }: MessageContext): ContentBlock[] {
  if (block.type !== "thinking" && block.type !== "redacted_thinking") return [];
  if (family !== "anthropic") {
    receipt.apply(rules.reasoning, block.at ?? "");
    return [];
  }
  if (block.type === "redacted_thinking") return [{ type: block.type, data: block.data }];
  const { text, signature } = block;
  return signature === undefined ? [] : [{ type: "thinking", thinking: text, signature }];
}

function toCall(block: ToolCallBlock, { receipt }: MessageContext) {
  const args = parseArguments(block.arguments);
  if (!args) receipt.apply(rules.brokenArguments, block.at ?? "");
  return { type: "tool_call" as const, id: block.id, name: block.name, args: args ?? {} };
}

function toResult(
  block: ToolResultBlock,
  name: string | undefined,
  { ToolMessage }: Classes,
  context: MessageContext,
): BaseMessage {
  return new ToolMessage({
    content: (block.content.length > 0 ? toContent(block.content, context) : "") as never,
    tool_call_id: block.callId,
    status: block.isError ? "error" : "success",
    ...(name !== undefined && { name }),
  });
}
