import type { JsonObject, Receipt, RelayEdits, RelayedBody, Rule } from "@diglot/core";
import {
  applyEdits,
  type Edit,
  editCost,
  editModel,
  elementsOf,
  isSealed,
  lazyMembersOf,
  type Member,
  removeElements,
  toPointer,
} from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
import type { ResponsesUpstreamCapabilities } from "../wire/capabilities.js";
import { summaryOf } from "../wire/compaction.js";

const sealedHere: Rule = {
  outcome: "dropped",
  reason: "It was sealed here for another model, which alone can use it.",
};

/**
 * A caller's body for an upstream of this format. The model gets the upstream's name. What was sealed here
 * means nothing there: reasoning is left out, and a compaction becomes the message that it stands for. Where
 * money is counted, the limit of tokens is never above the reserved one. All other bytes stay unchanged.
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities, maxTokens, pricing, receipt }: RelayEdits<ResponsesUpstreamCapabilities>,
): RelayedBody {
  const { costMembers } = capabilities;
  const members = lazyMembersOf(bytes);
  const limits = { limitField: "max_output_tokens", maxTokens, choices: 1, costMembers, pricing };
  const edits = [
    ...editModel(members, body, model),
    ...editCost(members, body, limits, receipt),
    ...editInput(bytes, members, body.input, receipt),
  ];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}

function editInput(
  bytes: Uint8Array,
  members: () => readonly Member[],
  input: unknown,
  receipt: Receipt,
): readonly Edit[] {
  if (!Array.isArray(input) || !input.some(isSealedHere)) return [];
  const items = input as readonly InputItem[];
  const span = members().findLast(({ name }) => name === "input")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  const isLeftOut = (index: number) => {
    const item = items[index];
    return item !== undefined && isSealedHere(item) && summaryOf(item) === undefined;
  };
  for (const [index] of items.entries()) {
    if (isLeftOut(index)) receipt.apply(sealedHere, toPointer(["input", index]));
  }
  const told = elements.flatMap((element, index) => {
    const content = summaryOf(items[index] ?? {});
    if (content === undefined) return [];
    return { ...element, text: JSON.stringify({ type: "message", role: "user", content }) };
  });
  return [...told, ...removeElements(elements, isLeftOut)];
}

function isSealedHere({ encrypted_content: encrypted }: InputItem): boolean {
  return typeof encrypted === "string" && isSealed(encrypted);
}
