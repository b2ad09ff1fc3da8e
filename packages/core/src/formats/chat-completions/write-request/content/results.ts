import type { ToolResultBlock } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { errorPrefix } from "../../../../conversation/history/repair-results.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { blockToolResultRules as rules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { toCacheControl } from "./cache.js";
import { isText, joinTexts, mustBeParts, type Part, toTextPart } from "./parts.js";

/** The message of a result, and the parts that have to follow after all results. */
export interface WrittenResult {
  readonly message: JsonObject;
  readonly attachments: readonly Part[];
}

/**
 * Writes the result of a tool.
 * @param toolName the upstream's name of the tool; absent if unknown
 */
export function writeResult(
  block: ToolResultBlock,
  toolName: string | undefined,
  context: WriteRequestContext,
): WrittenResult {
  takeExtra(block, context);
  const parts = block.content.flatMap((inner) => toParts(inner, context));
  const { shown, attached } = splitParts(parts, context);
  if (attached.length > 0) context.receipt.apply(rules.attached, block.at ?? "");
  const said = attached.length > 0 ? [...shown, toTextPart(toNotice(attached.length))] : shown;
  const name =
    context.capabilities.toolMessageName && toolName !== undefined ? { name: toolName } : {};
  const content = toResultContent(block, markError(block, said, context), context);
  return {
    message: { role: "tool", ...name, tool_call_id: block.callId, content },
    attachments: attached.length > 0 ? [toTextPart(toLabel(block.callId)), ...attached] : [],
  };
}

/** The parts that a tool message can contain, and those that have to follow in a user message. */
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

function markError(
  { isError, at }: ToolResultBlock,
  parts: readonly Part[],
  { receipt }: WriteRequestContext,
): readonly Part[] {
  if (!isError) return parts;
  // A result that the service adds is not the caller's, so there is no change to report.
  if (at !== undefined) receipt.apply(rules.error, at);
  const [first, ...rest] = parts;
  if (!first || !isText(first)) return [toTextPart(errorPrefix), ...parts];
  return [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest];
}

/** One string if that is enough, else parts. Cache control of the result is on its last part. */
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
