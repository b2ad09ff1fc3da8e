import type { Conversation } from "../../../conversation/conversation.js";
import { placeOf } from "../../../conversation/places.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { passingRules } from "./passing-rules.js";

/** Service tiers that ask for nothing special. */
const ordinaryTiers: ReadonlySet<string> = new Set(["auto", "standard"]);

/** Notes what no framework sends: the id of the end user, the service tier, cache control of the whole request. */
export function noteUnsent(conversation: Conversation, receipt: Receipt): void {
  const { userId, serviceTier, cache, turns } = conversation;
  if (userId !== undefined) receipt.apply(passingRules.userId, placeOf(conversation, "userId"));
  if (cache) receipt.apply(passingRules.cache, placeOf(conversation, "cache"));
  if (serviceTier !== undefined && !ordinaryTiers.has(serviceTier)) {
    receipt.apply(passingRules.serviceTier, placeOf(conversation, "serviceTier"));
  }
  for (const turn of turns) {
    if (turn.name !== undefined) receipt.apply(passingRules.name, placeOf(turn, "name"));
  }
}
