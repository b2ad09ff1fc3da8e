import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { WriteRequestContext } from "../context.js";
import { maxTokensRules, stopSequencesRules } from "../rules/parameters.js";

/** The token limit: the caller's, or else that of the context, because the wire requires one. */
export function writeLimit(conversation: Conversation, context: WriteRequestContext): number {
  const { capabilities, receipt } = context;
  const rules = maxTokensRules;
  const { maxOutput = Number.POSITIVE_INFINITY } = capabilities;
  const { maxTokens } = conversation;
  if (maxTokens === undefined) return Math.min(context.maxTokens, maxOutput);
  const at = placeOf(conversation, "maxTokens");
  if (!Number.isInteger(maxTokens) || maxTokens < 1) receipt.apply(rules.invalid, at);
  if (maxTokens <= maxOutput) return maxTokens;
  receipt.apply(rules.clamped, at, { from: String(maxTokens), to: String(maxOutput) });
  return maxOutput;
}

/** The stop sequences that the upstream accepts, each once. */
export function writeStop(
  conversation: Conversation,
  context: WriteRequestContext,
): readonly string[] {
  const { capabilities, receipt } = context;
  if (conversation.stopSequences.length === 0) return [];
  const rules = stopSequencesRules;
  const at = placeOf(conversation, "stopSequences");
  const distinct = [...new Set(conversation.stopSequences)];
  if (distinct.length < conversation.stopSequences.length) receipt.apply(rules.repeated, at);
  const stops = distinct.filter((stop) => {
    if (/\S/.test(stop)) return true;
    receipt.apply(stop === "" ? rules.empty : rules.blank, at);
    return false;
  });
  if (stops.length <= capabilities.maxStop) return stops;
  receipt.apply(rules.tooMany, at, { to: String(capabilities.maxStop) });
  return stops.slice(0, capabilities.maxStop);
}
