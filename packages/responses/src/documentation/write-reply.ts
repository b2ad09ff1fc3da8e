import { foreignCitation, nativeBlock, refusalCategory, stopSequence } from "@diglot/core/formats";
import type { Description, NeutralFieldRow } from "@diglot/core/translation";
import { otherReason, paused } from "../write-reply/rules.js";

const toReshaped = (to: string, reason: string): Description => ({
  outcome: "reshaped",
  to,
  reason,
});
const toSame = (to: string, reason: string): Description => ({ outcome: "exact", to, reason });

const sealed = "It is sealed, to be sent back.";

/** How replies are written in this format, for each part of the neutral events. */
const descriptions: Readonly<Record<string, Description>> = {
  "start.id": toReshaped("id", "The id gets this format's prefix."),
  "start.model": toSame("model", "It is the same; a service writes its own name of the model."),
  "start.serviceTier": toReshaped(
    "service_tier",
    "`standard` becomes `default`; a tier that this format does not have becomes the requested one.",
  ),
  open: toReshaped(
    "output",
    "Texts and refusals in a row are one message; each call and each reasoning is an item.",
  ),
  "block.text": toSame("output.content.text", "It is a part of a message."),
  "block.refusal": toSame("output.content.refusal", "It is a part of a message."),
  "block.thinking": toReshaped(
    "output.summary",
    "Or `content`, or nowhere, as the settings of the format say.",
  ),
  "block.signature": toReshaped("output.encrypted_content", sealed),
  "block.redacted_thinking": toReshaped("output.encrypted_content", sealed),
  "block.tool_call": toSame("output", "It is an item."),
  "block.tool_call.id": toSame("output.call_id", "It is the same."),
  "block.tool_call.name": toReshaped(
    "output.name",
    "A tool of a namespace has its own name again, beside that of the namespace.",
  ),
  "block.tool_call.arguments": toSame(
    "output.arguments",
    "They are the text that the model wrote; the text of a tool with free text is `input`.",
  ),
  "block.tool_call.extra": toSame(
    "output.*",
    "What the model needs back becomes members of the item.",
  ),
  "block.citation.web": toReshaped(
    "output.content.annotations",
    "Its range is that of the cited text, in UTF-16 units.",
  ),
  "block.logprobs": toSame("output.content.logprobs", "A caller who asks for them gets them."),
  "block.native": nativeBlock,
  "block.citation": foreignCitation,
  "stop.reason": toReshaped(
    "status",
    "A limit of tokens, a full context window and a filter are `incomplete`, with their reason in `incomplete_details`; every other end is `completed`.",
  ),
  "stop.sequence": stopSequence,
  "stop.reason.pause": paused,
  "stop.reason.other": otherReason,
  "stop.refusal": toReshaped(
    "output.content.refusal",
    "The explanation becomes a refusal if the model has written none.",
  ),
  "stop.refusal.category": refusalCategory,
  usage: toReshaped("usage", "The input tokens include those read from and written to caches."),
  end: toReshaped("response.completed", "It is the last event, with the whole response."),
  failure: toReshaped("error", "It becomes an error of its kind, in the service's own words."),
};

/** The rows of the documentation, in this order. */
export const writeReplyRows: readonly NeutralFieldRow[] = Object.entries(descriptions).map(
  ([neutralField, description]) => ({ neutralField, ...description }),
);
