import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { ReceiptDetail } from "../../../../conversation/receipt/receipt.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { maxTokensRules, stopSequencesRules } from "../rules/parameters.js";

/** Writes the token limit. It is never changed without a note. */
export function writeLimit(
  conversation: Conversation,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { maxTokens } = conversation;
  const { maxOutput, maxTokensField } = capabilities;
  const rules = maxTokensRules;
  if (maxTokens === undefined) return {};
  const at = placeOf(conversation, "maxTokens");
  if (maxTokens === 0) {
    receipt.apply(rules.zero, at);
    return {};
  }
  if (maxOutput !== undefined && maxTokens > maxOutput) {
    receipt.apply(rules.lowered, at, { from: String(maxTokens), to: String(maxOutput) });
    return { [maxTokensField]: maxOutput };
  }
  receipt.apply(rules.sent, at);
  return { [maxTokensField]: maxTokens };
}

/** Writes the stop sequences, always as a list. */
export function writeStop(
  conversation: Conversation,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { stopSequences } = conversation;
  if (stopSequences.length === 0) return {};
  const rules = stopSequencesRules;
  const place = placeOf(conversation, "stopSequences");
  const stop = stopSequences.filter(
    (text, index) => text.trim() !== "" || receipt.apply(rules.blank, `${place}/${index}`),
  );
  if (stop.length === 0) return {};
  if (stop.length <= capabilities.maxStop) return { stop };
  receipt.apply(rules.tooMany, place, toCounts(stop.length, capabilities.maxStop));
  return capabilities.maxStop > 0 ? { stop: stop.slice(0, capabilities.maxStop) } : {};
}

/** A refused caller must learn how many are accepted; the receipt of an accepted request says it too. */
function toCounts(asked: number, taken: number): ReceiptDetail {
  const most = taken === 0 ? "no stop sequences" : `at most ${taken} stop sequences`;
  return {
    from: String(asked),
    to: String(taken),
    reason: `The model behind this endpoint takes ${most}; this request has ${asked}.`,
  };
}
