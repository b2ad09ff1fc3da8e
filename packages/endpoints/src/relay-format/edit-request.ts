import type { JsonObject, RelayEdits, RelayedBody } from "@diglot/core";
import { applyEdits, editCost, editModel, judgeRouting, lazyMembersOf } from "@diglot/core/formats";
import type { RelayOutput } from "./options.js";

/**
 * A caller's body for an upstream of the same endpoint. The model gets the upstream's name. Members that
 * would choose the route at the upstream are refused, and where money is counted, members that raise the
 * price. Of a limit of the output, only what is reserved is sent. All other bytes stay unchanged.
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities, maxTokens, pricing, receipt }: RelayEdits,
  output: RelayOutput | undefined,
): RelayedBody {
  const { costMembers, extensions } = capabilities;
  judgeRouting(body, extensions, receipt);
  const members = lazyMembersOf(bytes);
  const choices = output?.choices?.(body) ?? 1;
  const limits = { limitField: output?.limitField, maxTokens, choices, costMembers, pricing };
  const edits = [...editModel(members, body, model), ...editCost(members, body, limits, receipt)];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}
