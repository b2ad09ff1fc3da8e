import { judgeBetas } from "../../../conversation/members/cost-members.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { toPointer } from "../../../json/pointer.js";
import {
  applyEdits,
  type Edit,
  elementsOf,
  lazyMembersOf,
  type Member,
  membersOf,
  removeElements,
  type Span,
} from "../../../json/spans.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { editCost, editModel } from "../../edit-members.js";
import type { RelayEdits, RelayedBody } from "../../upstream-format.js";
import { isMadeHere } from "../wire/signature.js";
import { blockThinkingRules } from "../write-request/rules/content.js";

/**
 * A caller's body for an upstream of this format. The model gets its upstream name, and thinking
 * that was signed here is removed, since an upstream refuses a signature that is not its own. Where
 * money is counted, no member stays that could raise the cost beyond what is reserved. All other
 * bytes are unchanged.
 * @param bytes of a body without repeated names
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities: { costMembers }, maxTokens, pricing, head, receipt }: RelayEdits,
): RelayedBody {
  const members = lazyMembersOf(bytes);
  const limits = { limitField: "max_tokens", maxTokens, choices: 1, costMembers, pricing };
  if (pricing) judgeBetas(head?.betas, pricing, receipt);
  const edits = [
    ...editModel(members, body, model),
    ...editCost(members, body, limits, receipt),
    ...editMessages(bytes, members, body, receipt),
  ];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}

/** Removes thinking that was signed here, and messages that are empty without it. */
function editMessages(
  bytes: Uint8Array,
  members: () => readonly Member[],
  { messages }: JsonObject,
  receipt: Receipt,
): readonly Edit[] {
  if (!Array.isArray(messages) || !messages.some(holdsOwnReasoning)) return [];
  noteOwnReasoning(messages, receipt);
  const span = members().findLast(({ name }) => name === "messages")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  const isEmptied = (index: number) => isOnlyOwnReasoning(messages[index]);
  const inner = elements.flatMap((element, index) =>
    isEmptied(index) ? [] : editContent(bytes, element, contentOf(messages[index])),
  );
  return [...inner, ...removeElements(elements, isEmptied)];
}

function editContent(
  bytes: Uint8Array,
  message: Span,
  content: readonly unknown[],
): readonly Edit[] {
  if (!content.some(isOwnReasoning)) return [];
  const value = membersOf(bytes, message.start).findLast(({ name }) => name === "content")?.value;
  if (!value) return [];
  return removeElements(elementsOf(bytes, value.start), (index) => isOwnReasoning(content[index]));
}

function contentOf(message: unknown): readonly unknown[] {
  return isObject(message) && Array.isArray(message.content) ? message.content : [];
}

function holdsOwnReasoning(message: unknown): boolean {
  return contentOf(message).some(isOwnReasoning);
}

function isOnlyOwnReasoning(message: unknown): boolean {
  const content = contentOf(message);
  return content.length > 0 && content.every(isOwnReasoning);
}

function isOwnReasoning(block: unknown): boolean {
  return (
    isObject(block) &&
    block.type === "thinking" &&
    typeof block.signature === "string" &&
    isMadeHere(block.signature)
  );
}

function noteOwnReasoning(messages: readonly unknown[], receipt: Receipt): void {
  for (const [index, message] of messages.entries()) {
    for (const [position, block] of contentOf(message).entries()) {
      if (!isOwnReasoning(block)) continue;
      const at = toPointer(["messages", index, "content", position]);
      receipt.apply(blockThinkingRules.noSignature, at);
    }
  }
}
