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
  madeElsewhere,
  membersOf,
  removeElements,
  toPointer,
} from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
import { boundValueOf, containerOf } from "../wire/bound-values.js";
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
  edits: RelayEdits<ResponsesUpstreamCapabilities>,
): RelayedBody {
  const { model, capabilities, maxTokens, pricing, receipt, isForeign } = edits;
  const { costMembers } = capabilities;
  const members = lazyMembersOf(bytes);
  const limits = { limitField: "max_output_tokens", maxTokens, choices: 1, costMembers, pricing };
  const changes = [
    ...editModel(members, body, model),
    ...editCost(members, body, limits, receipt),
    ...(isForeign ? editContainers(bytes, members, body.tools, { isForeign, receipt }) : []),
    ...editInput(bytes, members, body.input, edits),
  ];
  return { bytes: applyEdits(bytes, changes), addedUsage: false };
}

type IsForeign = NonNullable<RelayEdits["isForeign"]>;

/** Lets the upstream make a container of its own in place of one that only another upstream has. */
function editContainers(
  bytes: Uint8Array,
  members: () => readonly Member[],
  tools: unknown,
  { isForeign, receipt }: { readonly isForeign: IsForeign; readonly receipt: Receipt },
): readonly Edit[] {
  if (!Array.isArray(tools)) return [];
  const span = members().findLast(({ name }) => name === "tools")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  return elements.flatMap(({ start }, index) => {
    const id = containerOf(tools[index]);
    const value = membersOf(bytes, start).findLast(({ name }) => name === "container")?.value;
    if (id === undefined || !value || !isForeign(id)) return [];
    receipt.apply(madeElsewhere, toPointer(["tools", index, "container"]));
    return { ...value, text: '{"type":"auto"}' };
  });
}

function editInput(
  bytes: Uint8Array,
  members: () => readonly Member[],
  input: unknown,
  { receipt, isForeign }: Pick<RelayEdits, "receipt" | "isForeign">,
): readonly Edit[] {
  if (!Array.isArray(input) || (!isForeign && !input.some(isSealedHere))) return [];
  const items = input as readonly InputItem[];
  const span = members().findLast(({ name }) => name === "input")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  for (const [index, item] of items.entries()) {
    const rule = isSealedHere(item) ? sealedHere : madeElsewhere;
    if (isLeftOut(item, isForeign)) receipt.apply(rule, toPointer(["input", index]));
  }
  const told = elements.flatMap((element, index) => {
    const content = summaryOf(items[index] ?? {});
    if (content === undefined) return [];
    return { ...element, text: JSON.stringify({ type: "message", role: "user", content }) };
  });
  return [
    ...told,
    ...removeElements(elements, (index) => isLeftOut(items[index] ?? {}, isForeign)),
  ];
}

/** Whether an item means nothing to the upstream, and does not become a message. */
function isLeftOut(item: InputItem, isForeign: IsForeign | undefined): boolean {
  if (summaryOf(item) !== undefined) return false;
  if (isSealedHere(item)) return true;
  return isForeign !== undefined && canBeLeftOut(item) && isForeign(boundValueOf(item) ?? "");
}

/** A compaction stands for all that was said before it: without it the model would answer something else. */
function canBeLeftOut({ type }: InputItem): boolean {
  return type !== "compaction";
}

function isSealedHere({ encrypted_content: encrypted }: InputItem): boolean {
  return typeof encrypted === "string" && isSealed(encrypted);
}
