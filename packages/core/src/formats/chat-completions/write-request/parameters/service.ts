import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import { hashUserId } from "../../../../conversation/user-hash.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { serviceTierRules, userIdRules } from "../rules/parameters.js";

/** The wire's names of service tiers; other names are the same in both formats. */
const tiers: ReadonlyMap<string, string> = new Map([["standard", "default"]]);

/** Writes the service tier, if the upstream has it. */
export function writeServiceTier(
  conversation: Conversation,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { serviceTier } = conversation;
  if (serviceTier === undefined) return {};
  const { sent, idle, unsupported } = serviceTierRules;
  const taken = capabilities.serviceTiers.includes(serviceTier);
  const rule = taken ? sent : serviceTier === "auto" ? idle : unsupported;
  receipt.apply(rule, placeOf(conversation, "serviceTier"));
  return taken ? { service_tier: tiers.get(serviceTier) ?? serviceTier } : {};
}

/** Writes the id of the end user as a hash, if it may be sent. */
export function writeUserId(
  conversation: Conversation,
  { options, receipt }: WriteRequestContext,
): JsonObject {
  const { userId } = conversation;
  if (userId === undefined) return {};
  const { hashed, kept } = userIdRules;
  receipt.apply(options.forwardUser ? hashed : kept, placeOf(conversation, "userId"));
  return options.forwardUser ? { user: hashUserId(userId) } : {};
}

/** Requests a stream, with its usage if the upstream can be asked for it. */
export function writeStream({ stream, capabilities }: WriteRequestContext): JsonObject {
  if (!stream) return {};
  switch (capabilities.streamUsage) {
    case "include_usage":
      return { stream: true, stream_options: { include_usage: true } };
    case "continuous":
      return {
        stream: true,
        stream_options: { include_usage: true, continuous_usage_stats: true },
      };
    case "always":
    case "never":
      return { stream: true };
  }
}
