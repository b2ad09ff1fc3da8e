import type { Conversation, JsonObject } from "../conversation/conversation.js";
import { hashText } from "../conversation/legal-names.js";
import { placeOf } from "../conversation/pointer.js";
import type { EmitContext } from "../upstream-format.js";
import { asksToThink } from "./emit-reasoning.js";
import { parameterRules } from "./emit-rules-parameters.js";

/** Writes the bound of the output. It is never changed without a note. */
export function emitLimit(
  conversation: Conversation,
  { capabilities, receipt }: EmitContext,
): JsonObject {
  const { maxTokens } = conversation;
  const { maxOutput, maxTokensField } = capabilities;
  const rules = parameterRules.maxTokens;
  const at = placeOf(conversation, "maxTokens");
  if (maxTokens === undefined) return {};
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

/** Writes temperature and its kin, as far as the upstream takes them. */
export function emitSampling(conversation: Conversation, context: EmitContext): JsonObject {
  return {
    ...emitTemperature(conversation, context),
    ...emitTopP(conversation, context),
    ...emitTopK(conversation, context),
  };
}

function emitTemperature(conversation: Conversation, context: EmitContext): JsonObject {
  const { temperature } = conversation;
  if (temperature === undefined) return {};
  const rule = parameterRules.temperature[samplingCase(conversation, temperature, context)];
  const at = placeOf(conversation, "temperature");
  context.receipt.apply(rule, at, { from: String(temperature) });
  return rule.outcome === "exact" ? { temperature } : {};
}

function emitTopP(conversation: Conversation, context: EmitContext): JsonObject {
  const { temperature, topP } = conversation;
  if (topP === undefined) return {};
  const rules = parameterRules.topP;
  const isSecond =
    context.capabilities.samplingParams === "temperature_or_top_p" && temperature !== undefined;
  const rule = isSecond
    ? rules[topP === 1 ? "idle" : "eitherOr"]
    : rules[samplingCase(conversation, topP, context)];
  context.receipt.apply(rule, placeOf(conversation, "topP"), { from: String(topP) });
  return rule.outcome === "exact" ? { top_p: topP } : {};
}

/** 1 is the default of both parameters, so that leaving it out loses nothing. */
function samplingCase(
  { reasoning }: Conversation,
  value: number,
  { capabilities: { samplingParams } }: EmitContext,
): "sent" | "idle" | "unsupported" | "thinking" {
  if (samplingParams === "none") return value === 1 ? "idle" : "unsupported";
  if (samplingParams === "not_with_thinking" && asksToThink(reasoning)) {
    return value === 1 ? "idle" : "thinking";
  }
  return "sent";
}

function emitTopK(conversation: Conversation, { capabilities, receipt }: EmitContext): JsonObject {
  const { topK } = conversation;
  if (topK === undefined) return {};
  const taken = capabilities.topK && capabilities.samplingParams !== "none";
  const { sent, unsupported } = parameterRules.topK;
  receipt.apply(taken ? sent : unsupported, placeOf(conversation, "topK"));
  return taken ? { top_k: topK } : {};
}

/** Writes the stop sequences, always as a list. */
export function emitStop(
  conversation: Conversation,
  { capabilities, receipt }: EmitContext,
): JsonObject {
  const { stopSequences } = conversation;
  const rules = parameterRules.stopSequences;
  const place = placeOf(conversation, "stopSequences");
  const stop = stopSequences.filter(
    (text, index) => text.trim() !== "" || receipt.apply(rules.blank, `${place}/${index}`),
  );
  if (stop.length === 0) return {};
  if (stop.length <= capabilities.maxStop) return { stop };
  receipt.apply(rules.tooMany, place, {
    from: String(stop.length),
    to: String(capabilities.maxStop),
  });
  return capabilities.maxStop > 0 ? { stop: stop.slice(0, capabilities.maxStop) } : {};
}

/** Writes the start of the random numbers. */
export function emitSeed({ seed }: Conversation): JsonObject {
  return seed === undefined ? {} : { seed };
}

/** The wire's words for the classes of service; others are the same in both languages. */
const tiers: ReadonlyMap<string, string> = new Map([["standard", "default"]]);

/** Writes the class of service, if the upstream has it. */
export function emitServiceTier(
  conversation: Conversation,
  { capabilities, receipt }: EmitContext,
): JsonObject {
  const { serviceTier } = conversation;
  if (serviceTier === undefined) return {};
  const { sent, idle, unsupported } = parameterRules.serviceTier;
  const taken = capabilities.serviceTiers.includes(serviceTier);
  const rule = taken ? sent : serviceTier === "auto" ? idle : unsupported;
  receipt.apply(rule, placeOf(conversation, "serviceTier"), { from: serviceTier });
  return taken ? { service_tier: tiers.get(serviceTier) ?? serviceTier } : {};
}

/** The upstream's limit for ids of end users is 64 characters, of which each hash has eight. */
const hashes = 8;

/** Writes the id of the end user as a hash, if it shall leave the service at all. */
export function emitUserId(
  conversation: Conversation,
  { options, receipt }: EmitContext,
): JsonObject {
  const { userId } = conversation;
  if (userId === undefined) return {};
  const { hashed, kept } = parameterRules.userId;
  receipt.apply(options.forwardUser ? hashed : kept, placeOf(conversation, "userId"));
  if (!options.forwardUser) return {};
  const pieces = Array.from({ length: hashes }, (_, index) => hashText(`${index}:${userId}`));
  return { user: pieces.join("") };
}

/** Writes that the reply shall be streamed, and with its usage wherever that can be asked for. */
export function emitStream({ stream, capabilities }: EmitContext): JsonObject {
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
