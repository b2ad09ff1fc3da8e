import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { temperatureRules, topKRules, topPRules } from "../rules/parameters.js";
import { asksToThink } from "./reasoning.js";

/** Writes temperature and similar parameters, if the upstream accepts them. */
export function writeSampling(
  conversation: Conversation,
  context: WriteRequestContext,
): JsonObject {
  return {
    ...writeTemperature(conversation, context),
    ...writeTopP(conversation, context),
    ...writeTopK(conversation, context),
  };
}

function writeTemperature(conversation: Conversation, context: WriteRequestContext): JsonObject {
  const { temperature } = conversation;
  if (temperature === undefined) return {};
  const rule = temperatureRules[samplingCase(conversation, temperature, context)];
  const at = placeOf(conversation, "temperature");
  context.receipt.apply(rule, at, { from: String(temperature) });
  return rule.outcome === "exact" ? { temperature } : {};
}

function writeTopP(conversation: Conversation, context: WriteRequestContext): JsonObject {
  const { temperature, topP } = conversation;
  if (topP === undefined) return {};
  const rules = topPRules;
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
  { capabilities: { samplingParams } }: WriteRequestContext,
): "sent" | "idle" | "unsupported" | "thinking" {
  if (samplingParams === "none") return value === 1 ? "idle" : "unsupported";
  if (samplingParams === "not_with_thinking" && asksToThink(reasoning)) {
    return value === 1 ? "idle" : "thinking";
  }
  return "sent";
}

function writeTopK(
  conversation: Conversation,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { topK } = conversation;
  if (topK === undefined) return {};
  const taken = capabilities.topK && capabilities.samplingParams !== "none";
  const { sent, unsupported } = topKRules;
  receipt.apply(taken ? sent : unsupported, placeOf(conversation, "topK"));
  return taken ? { top_k: topK } : {};
}

/** Writes the seed of the random numbers. */
export function writeSeed({ seed }: Conversation): JsonObject {
  return seed === undefined ? {} : { seed };
}

/** Writes which log probabilities are wanted, if any. */
export function writeLogprobs({ logprobs }: Conversation): JsonObject {
  if (!logprobs) return {};
  const { alternatives } = logprobs;
  return { logprobs: true, ...(alternatives > 0 && { top_logprobs: alternatives }) };
}

/** Writes how many replies are requested at once, if the caller said so. */
export function writeChoices({ choices }: Conversation): JsonObject {
  return choices === undefined ? {} : { n: choices };
}
