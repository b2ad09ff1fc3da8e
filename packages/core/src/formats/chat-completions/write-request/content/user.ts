import type { Turn } from "../../../../conversation/conversation.js";
import { isResult } from "../../../../conversation/history/results.js";
import type { JsonObject } from "../../../../json/value.js";
import { endsStep, type Steps } from "../../../../runtime/steps.js";
import type { WriteRequestContext } from "../context.js";
import { blockTextRules, turnsRules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { joinTexts, mustBeParts, type Part } from "./parts.js";
import { writeResult } from "./results.js";

/**
 * Writes a user turn: first one message for each tool result, then one message with the rest of the
 * turn. The rest begins with the attachments of the results.
 * @param toolNames the upstream's names of the tools, by the ids of their calls
 */
export function* writeUser(
  turn: Turn,
  toolNames: ReadonlyMap<string, string>,
  context: WriteRequestContext,
): Steps<readonly JsonObject[]> {
  const messages: JsonObject[] = [];
  const attached: Part[] = [];
  const said: Part[] = [];
  for (const [index, block] of turn.blocks.entries()) {
    if (isResult(block)) {
      const { message, attachments } = writeResult(block, toolNames.get(block.callId), context);
      messages.push(message);
      attached.push(...attachments);
    } else said.push(...toParts(block, context));
    if (endsStep(index)) yield;
  }
  const parts = attached.length > 0 ? [...attached, ...said] : said;
  if (parts.length === 0) {
    if (messages.length === 0) context.receipt.apply(turnsRules.empty, turn.at ?? "");
    return messages;
  }
  const named = turn.name === undefined ? {} : { name: turn.name };
  const content = toUserContent(parts, turn.at ?? "", context);
  return [...messages, { role: "user", ...named, content }];
}

/** A single text is a string, several are parts, or one string if the upstream takes no parts. */
export function toUserContent(
  parts: readonly Part[],
  at: string,
  { capabilities, receipt }: WriteRequestContext,
): string | readonly Part[] {
  if (mustBeParts(parts)) return parts;
  if (parts.length > 1 && capabilities.userParts) return parts;
  if (parts.length > 1) receipt.apply(blockTextRules.joined, at);
  return joinTexts(parts, "\n\n");
}
