import type { FoldedBlock, FoldedReply } from "../../../conversation/fold.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { ServiceError } from "../../../errors/service-error.js";
import { fromJsonText, RawJson } from "../../../json/raw.js";
import { parseTruncatedObject } from "../../../json/truncated-json.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { AnswerContext } from "../../format.js";
import type { ContentBlock, Message, ServerToolUsage } from "../schemas/response.js";
import { formatName } from "../wire/names.js";
import { signThinking } from "../wire/signature.js";
import { toStop } from "../wire/stop-reason.js";
import { isNativeHere, toMessage, toMessageId } from "./message.js";
import { type ReplyOptions, readReplyOptions } from "./options.js";
import { foreignBlock, foreignCitation } from "./rules.js";
import { toToolUse } from "./tool-use.js";
import { createServerToolCounter, toUsage } from "./usage.js";

/**
 * A complete reply as a message, to be written with `encodeJson`. It equals the message that a
 * client assembles from the stream of the same events.
 * @throws ServiceError `upstream_bad_response` if a tool call's arguments are not a JSON object
 */
export function toResponse(reply: FoldedReply, context: AnswerContext): Message {
  const options = readReplyOptions(context.request.body);
  noteLosses(reply, context.receipt);
  const blocks = reply.blocks.filter((block) => isNativeHere(block.opened));
  return toMessage(reply.model, toMessageId(reply.id, context.ids), {
    content: blocks.map((block) => toContentBlock(block, options)),
    ...toStop(reply.stop),
    usage: toUsage(reply.usage, countServerTools(blocks), reply.serviceTier),
  });
}

function noteLosses({ blocks }: FoldedReply, receipt: Receipt): void {
  for (const [index, { opened, citations }] of blocks.entries()) {
    if (!isNativeHere(opened)) receipt.noteReply(foreignBlock, `/content/${index}`);
    for (const { format } of citations) {
      if (format !== formatName) receipt.noteReply(foreignCitation, `/content/${index}/citations`);
    }
  }
}

function countServerTools(blocks: readonly FoldedBlock[]): ServerToolUsage | undefined {
  const counter = createServerToolCounter();
  for (const { opened } of blocks) if (opened.type === "native") counter.add(opened.value);
  return counter.result();
}

function toContentBlock(block: FoldedBlock, options: ReplyOptions): ContentBlock {
  const { opened } = block;
  switch (opened.type) {
    case "text":
    case "refusal":
      return toTextBlock(block, options);
    case "thinking":
      return toThinkingBlock(block, options);
    case "redacted_thinking":
      return { type: "redacted_thinking", data: opened.data };
    case "tool_call":
      return toToolUse(opened, toInput(block));
    case "native":
      return opened.value as ContentBlock;
  }
}

function toTextBlock(
  { text, citations }: FoldedBlock,
  { citesSources }: ReplyOptions,
): ContentBlock {
  const own = citations.filter(({ format }) => format === formatName).map(({ value }) => value);
  if (own.length === 0 && !citesSources) return { type: "text", text };
  return { citations: own, type: "text", text };
}

function toThinkingBlock(block: FoldedBlock, { hidesThinking }: ReplyOptions): ContentBlock {
  const thinking = hidesThinking ? "" : block.text;
  return { type: "thinking", thinking, signature: block.signature || signThinking(thinking) };
}

/**
 * The input of a tool call: the complete members if it was truncated; otherwise all of it, as raw
 * JSON if parsing would change a number or the order of members.
 */
function toInput({ text, closed }: FoldedBlock): JsonObject {
  if (!closed) return parseTruncatedObject(text);
  const input = parseInput(text === "" ? "{}" : text);
  if (input instanceof RawJson || isObject(input)) return input as JsonObject;
  throw new ServiceError({
    kind: "upstream_bad_response",
    message: "The model called a tool with arguments that are not a JSON object.",
  });
}

function parseInput(text: string): unknown {
  try {
    const value = fromJsonText(text);
    return value instanceof RawJson && !value.text.startsWith("{") ? undefined : value;
  } catch {
    return undefined;
  }
}
