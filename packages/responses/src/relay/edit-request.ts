import type { JsonObject, RelayEdits, RelayedBody } from "@diglot/core";
import { applyEdits, editCost, editModel, lazyMembersOf } from "@diglot/core/formats";
import type { ResponsesUpstreamCapabilities } from "../wire/capabilities.js";

/**
 * A caller's body for an upstream of this format. The model gets the upstream's name. Where money is
 * counted, the limit of tokens is never above the reserved one. All other bytes stay unchanged.
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities, maxTokens, pricing, receipt }: RelayEdits<ResponsesUpstreamCapabilities>,
): RelayedBody {
  const { costMembers } = capabilities;
  const members = lazyMembersOf(bytes);
  const limits = { limitField: "max_output_tokens", maxTokens, choices: 1, costMembers, pricing };
  const edits = [...editModel(members, body, model), ...editCost(members, body, limits, receipt)];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}
