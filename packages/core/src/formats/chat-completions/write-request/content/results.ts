import type { JsonObject, ToolResultBlock } from "../../../../conversation/conversation.js";
import type { WriteRequestContext } from "../context.js";
import { takeExtra } from "../extra-members.js";
import { blockToolResultRules as rules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { toCacheControl } from "./cache.js";
import { isText, joinTexts, mustBeParts, type Part, toTextPart } from "./parts.js";

/** What the text of a result begins with if the tool failed; the wire has no member for it. */
export const errorPrefix = "[tool error] ";

/** The message of a result, and what of it has to follow after all results. */
export interface WrittenResult {
  readonly message: JsonObject;
  readonly attachments: readonly Part[];
}

/** Names under which a result is sent. */
export interface ResultNames {
  readonly id: string;
  /** The upstream's name of the tool that was called. */
  readonly tool: string | undefined;
}

/** Writes the result of a tool. */
export function writeResult(
  block: ToolResultBlock,
  { id, tool }: ResultNames,
  context: WriteRequestContext,
): WrittenResult {
  takeExtra(block, context);
  const parts = block.content.flatMap((inner) => toParts(inner, context));
  const { shown, attached } = splitParts(parts, context);
  if (attached.length > 0) context.receipt.apply(rules.attached, block.at ?? "");
  const said = attached.length > 0 ? [...shown, toTextPart(toNotice(attached.length))] : shown;
  const name = context.capabilities.toolMessageName && tool !== undefined ? { name: tool } : {};
  const content = toResultContent(block, cacheControlError(block, said, context), context);
  return {
    message: { role: "tool", ...name, tool_call_id: id, content },
    attachments: attached.length > 0 ? [toTextPart(toLabel(id)), ...attached] : [],
  };
}

/** Parts that a tool message can show, and those that have to follow in a user's. */
function splitParts(parts: readonly Part[], { capabilities }: WriteRequestContext) {
  const canShow = (part: Part) =>
    isText(part) || (part.type === "image_url" && capabilities.toolMessageImages);
  return {
    shown: parts.filter(canShow),
    attached: parts.filter((part) => !canShow(part)),
  };
}

function toNotice(count: number): string {
  return `[${count === 1 ? "1 attachment follows" : `${count} attachments follow`} in the next user message]`;
}

function toLabel(id: string): string {
  return `Attached to the result of tool call ${id}:`;
}

function cacheControlError(
  { isError, at = "" }: ToolResultBlock,
  parts: readonly Part[],
  { receipt }: WriteRequestContext,
): readonly Part[] {
  if (!isError) return parts;
  receipt.apply(rules.error, at);
  const [first, ...rest] = parts;
  if (!first || !isText(first)) return [toTextPart(errorPrefix), ...parts];
  return [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest];
}

/** One string where that says everything, else parts. A mark of the result is one of its last part. */
function toResultContent(
  { cache, at = "" }: ToolResultBlock,
  parts: readonly Part[],
  context: WriteRequestContext,
): string | readonly Part[] {
  const cacheControl = toCacheControl(cache, context);
  const marked =
    Object.keys(cacheControl).length > 0 ? setLastCacheControl(parts, cacheControl) : parts;
  if (mustBeParts(marked)) return marked;
  if (marked.length > 1 && context.capabilities.toolMessageParts) return marked;
  if (marked.length > 1) context.receipt.apply(rules.joined, at);
  return joinTexts(marked, "\n");
}

function setLastCacheControl(parts: readonly Part[], cacheControl: JsonObject): readonly Part[] {
  const last = parts.at(-1) ?? toTextPart("");
  return [...parts.slice(0, -1), { ...last, ...cacheControl }];
}
