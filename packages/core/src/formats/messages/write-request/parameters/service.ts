import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import { hashUserId } from "../../../../conversation/user-hash.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { serviceTierRules, userIdRules } from "../rules/parameters.js";

/** The vendor once published this limit, and still asks for opaque ids. */
const longestUserId = 256;
const emailLike = /\S@\S+\.\S/;
const phoneLike = /^\+?[\d\s().-]{7,}$/;

/** The id of the end user, unless it identifies a person. */
export function writeUserId(
  conversation: Conversation,
  { options, receipt }: WriteRequestContext,
): JsonObject | undefined {
  const { userId } = conversation;
  if (userId === undefined) return undefined;
  if (isOpaque(userId)) return { user_id: userId };
  const { hashed, personal } = userIdRules;
  const rule = options.forwardUser ? hashed : personal;
  const accepted = receipt.apply(rule, placeOf(conversation, "userId"));
  return accepted && options.forwardUser ? { user_id: hashUserId(userId) } : undefined;
}

function isOpaque(userId: string): boolean {
  if (userId === "" || userId.length > longestUserId) return false;
  return !emailLike.test(userId) && !phoneLike.test(userId);
}

/** The service tier. A tier that is the default is not sent. */
export function writeServiceTier(
  conversation: Conversation,
  { capabilities, receipt }: WriteRequestContext,
): string | undefined {
  const { serviceTier: tier } = conversation;
  if (tier === undefined) return undefined;
  const rules = serviceTierRules;
  const at = placeOf(conversation, "serviceTier");
  if (tier === "auto") {
    receipt.apply(rules.auto, at);
    return undefined;
  }
  const isKnown = capabilities.serviceTiers.includes(tier);
  if (tier === "standard" && isKnown) return "standard_only";
  // The wire's `auto` uses priority if the account has it; there is no way to require it.
  if (tier === "priority") return receipt.apply(rules.priority, at) ? "auto" : undefined;
  receipt.apply(rules.unsupported, at);
  return undefined;
}
