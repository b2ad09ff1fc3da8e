import type { Conversation, JsonObject } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { hashUserId } from "../../../../conversation/user-hash.js";
import type { WriteRequestContext } from "../context.js";
import { serviceTierRules, userIdRules } from "../rules/parameters.js";

/** The wire's words for the classes of service; others are the same in both languages. */
const tiers: ReadonlyMap<string, string> = new Map([["standard", "default"]]);

/** Writes the class of service, if the upstream has it. */
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

/** Writes the id of the end user as a hash, if it shall leave the service at all. */
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

/** Writes that the reply shall be streamed, and with its usage wherever that can be asked for. */
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
