import { judgeBetas } from "../../../conversation/members/cost-members.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { madeElsewhere } from "../../../conversation/receipt/request-rules.js";
import type { Rule } from "../../../conversation/receipt/rules.js";
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
import { containerIdOf, proofOf } from "../wire/bound-values.js";
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
  edits: RelayEdits,
): RelayedBody {
  const { model, capabilities, maxTokens, pricing, head, receipt, isForeign } = edits;
  const { costMembers } = capabilities;
  const members = lazyMembersOf(bytes);
  const limits = { limitField: "max_tokens", maxTokens, choices: 1, costMembers, pricing };
  if (pricing) judgeBetas(head?.betas, pricing, receipt);
  const changes = [
    ...editModel(members, body, model),
    ...editCost(members, body, limits, receipt),
    ...(isForeign ? editContainer(members, body, isForeign, receipt) : []),
    ...editMessages(bytes, members, body, edits),
  ];
  return { bytes: applyEdits(bytes, changes), addedUsage: false };
}

/** Leaves out the id of a container of another upstream: the model gets a new one if it needs one. */
function editContainer(
  members: () => readonly Member[],
  { container }: JsonObject,
  isForeign: NonNullable<RelayEdits["isForeign"]>,
  receipt: Receipt,
): readonly Edit[] {
  const id = containerIdOf(container);
  const value = members().findLast(({ name }) => name === "container")?.value;
  if (id === undefined || !isForeign(id) || !value) return [];
  receipt.apply(
    madeElsewhere,
    toPointer(isObject(container) ? ["container", "id"] : ["container"]),
  );
  const others = isObject(container) ? { ...container, id: null } : null;
  return [{ ...value, text: JSON.stringify(others) }];
}

/** Removes thinking that was signed here or by another upstream, and messages that are empty without it. */
function editMessages(
  bytes: Uint8Array,
  members: () => readonly Member[],
  { messages }: JsonObject,
  { isForeign, receipt }: RelayEdits,
): readonly Edit[] {
  if (!Array.isArray(messages)) return [];
  // Most requests have neither, and one look at each block is enough to know it.
  if (!isForeign && !messages.some(holdsOwnReasoning)) return [];
  const isLeftOut = (block: unknown) => findLoss(block, isForeign) !== undefined;
  noteLosses(messages, isForeign, receipt);
  const span = members().findLast(({ name }) => name === "messages")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  const isEmptied = (index: number) => {
    const content = contentOf(messages[index]);
    return content.length > 0 && content.every(isLeftOut);
  };
  const inner = elements.flatMap((element, index) =>
    isEmptied(index) ? [] : editContent(bytes, element, contentOf(messages[index]), isLeftOut),
  );
  return [...inner, ...removeElements(elements, isEmptied)];
}

function editContent(
  bytes: Uint8Array,
  message: Span,
  content: readonly unknown[],
  isLeftOut: (block: unknown) => boolean,
): readonly Edit[] {
  if (!content.some(isLeftOut)) return [];
  const value = membersOf(bytes, message.start).findLast(({ name }) => name === "content")?.value;
  if (!value) return [];
  return removeElements(elementsOf(bytes, value.start), (index) => isLeftOut(content[index]));
}

function contentOf(message: unknown): readonly unknown[] {
  return isObject(message) && Array.isArray(message.content) ? message.content : [];
}

/** Why the upstream would refuse a block; `undefined`: it stays. */
function findLoss(block: unknown, isForeign: RelayEdits["isForeign"]): Rule | undefined {
  if (isOwnReasoning(block)) return blockThinkingRules.noSignature;
  const proof = isForeign && proofOf(block);
  return proof !== undefined && isForeign?.(proof) ? madeElsewhere : undefined;
}

function holdsOwnReasoning(message: unknown): boolean {
  return contentOf(message).some(isOwnReasoning);
}

function isOwnReasoning(block: unknown): boolean {
  return (
    isObject(block) &&
    block.type === "thinking" &&
    typeof block.signature === "string" &&
    isMadeHere(block.signature)
  );
}

function noteLosses(
  messages: readonly unknown[],
  isForeign: RelayEdits["isForeign"],
  receipt: Receipt,
): void {
  for (const [index, message] of messages.entries()) {
    for (const [position, block] of contentOf(message).entries()) {
      const loss = findLoss(block, isForeign);
      if (loss) receipt.apply(loss, toPointer(["messages", index, "content", position]));
    }
  }
}
