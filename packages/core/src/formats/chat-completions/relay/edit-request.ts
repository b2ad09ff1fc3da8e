import { judgeRouting } from "../../../conversation/members/routing-members.js";
import {
  applyEdits,
  type Edit,
  lazyMembersOf,
  type Member,
  membersOf,
  setMember,
} from "../../../json/spans.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import { editCost, editModel } from "../../edit-members.js";
import type { RelayEdits, RelayedBody } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { dropProofs } from "./drop-proofs.js";

/**
 * A caller's body for an upstream of this format. The model gets the upstream's name. A stream is
 * asked for its usage, which the caller sees only if it asked too. Members that would choose the
 * route at the upstream are refused. Where money is counted, one token limit is sent, which is never
 * above the reserved one. All other bytes stay unchanged.
 * @param bytes of a body without repeated names
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  {
    model,
    capabilities,
    maxTokens,
    pricing,
    receipt,
    isForeign,
  }: RelayEdits<ChatCompletionsUpstreamCapabilities>,
): RelayedBody {
  const { maxTokensField: limitField, costMembers, extensions } = capabilities;
  judgeRouting(body, extensions, receipt);
  const choices = typeof body.n === "number" ? body.n : 1;
  const addedUsage = lacksUsage(body, capabilities);
  const members = lazyMembersOf(bytes);
  const limits = { limitField, maxTokens, choices, costMembers, pricing };
  const edits = [
    ...editModel(members, body, model),
    ...(addedUsage ? editStreamOptions(bytes, members(), body) : []),
    ...editCost(members, body, limits, receipt),
    ...(isForeign ? dropProofs(bytes, members(), body.messages, { isForeign, receipt }) : []),
  ];
  return { bytes: applyEdits(bytes, edits), addedUsage };
}

/** Whether a stream would report no usage although the server can be asked for it. */
function lacksUsage(
  body: JsonObject,
  { streamUsage }: ChatCompletionsUpstreamCapabilities,
): boolean {
  if (body.stream !== true || streamUsage === "always" || streamUsage === "never") return false;
  return toObject(body.stream_options).include_usage !== true;
}

/** Sets the flag if it is there, or adds it to the options, or adds the options to the body. */
function editStreamOptions(
  bytes: Uint8Array,
  members: readonly Member[],
  body: JsonObject,
): readonly Edit[] {
  const options = members.findLast(({ name }) => name === "stream_options")?.value;
  const inner = isObject(body.stream_options) ? membersOf(bytes, options?.start) : [];
  return inner.length === 0
    ? setMember(members, "stream_options", '{"include_usage":true}')
    : setMember(inner, "include_usage", "true");
}
