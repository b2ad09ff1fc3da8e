import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import {
  choicesRules,
  logprobsRules,
  seedRules,
  temperatureRules,
  topKRules,
  topPRules,
} from "../rules/parameters.js";

const highestTemperature = 1;
const callersHighestTemperature = 2;
/** Thinking accepts no `top_p` below this value. */
const lowestThinkingTopP = 0.95;

/** The thinking mode, which restricts the sampling parameters. */
export type ThinkingType = "enabled" | "adaptive" | "disabled" | undefined;

/** Writes the sampling parameters that the model accepts in its thinking mode. */
export function writeSampling(
  conversation: Conversation,
  thinking: ThinkingType,
  context: WriteRequestContext,
): JsonObject {
  const temperature = writeTemperature(conversation, thinking, context);
  const topP = writeTopP(conversation, thinking, temperature !== undefined, context);
  const topK = writeTopK(conversation, thinking, context);
  applyChoices(conversation, context);
  applyLogprobs(conversation, context);
  if (conversation.seed !== undefined) {
    context.receipt.apply(seedRules.any, placeOf(conversation, "seed"));
  }
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}

function applyChoices(conversation: Conversation, { receipt }: WriteRequestContext): void {
  const { choices } = conversation;
  if (choices === undefined) return;
  const rule = choices > 1 ? choicesRules.several : choicesRules.one;
  receipt.apply(rule, placeOf(conversation, "choices"));
}

function applyLogprobs(conversation: Conversation, { receipt }: WriteRequestContext): void {
  const { logprobs } = conversation;
  if (!logprobs) return;
  receipt.apply(logprobsRules.any, placeOf(conversation, "logprobs"));
  if (logprobs.alternatives > 0) {
    receipt.apply(logprobsRules.any, placeOf(conversation, "logprobs.alternatives"));
  }
}

/** Whether the model thinks, with a budget or as it chooses. It then accepts hardly any sampling. */
function thinks(thinking: ThinkingType): boolean {
  return thinking === "enabled" || thinking === "adaptive";
}

/** Whether the model accepts no sampling parameters in its thinking mode. */
function isClosed(thinking: ThinkingType, { capabilities }: WriteRequestContext): boolean {
  return capabilities.samplingParams === "not_with_thinking" && thinks(thinking);
}

function writeTemperature(
  conversation: Conversation,
  thinking: ThinkingType,
  context: WriteRequestContext,
): number | undefined {
  const { temperature } = conversation;
  if (temperature === undefined) return undefined;
  const rules = temperatureRules;
  const at = placeOf(conversation, "temperature");
  const { capabilities, receipt } = context;
  const leaveOut = (rule: Rule): undefined => {
    receipt.apply(temperature === 1 ? rules.idle : rule, at);
    return undefined;
  };
  if (!(temperature >= 0 && temperature <= callersHighestTemperature)) {
    return leaveOut(rules.outside);
  }
  if (capabilities.samplingParams === "none") return leaveOut(rules.unsupported);
  if (thinks(thinking)) return leaveOut(rules.thinking);
  if (temperature === 1 && givesWay(conversation, context)) return leaveOut(rules.idle);
  if (temperature <= highestTemperature) return temperature;
  receipt.apply(rules.clamped, at, { from: String(temperature), to: String(highestTemperature) });
  return highestTemperature;
}

/** If only one of the two can be sent, the default temperature gives way. */
function givesWay({ topP }: Conversation, { capabilities }: WriteRequestContext): boolean {
  const one = capabilities.samplingParams === "temperature_or_top_p";
  return one && topP !== undefined && topP !== 1;
}

function writeTopP(
  conversation: Conversation,
  thinking: ThinkingType,
  besideTemperature: boolean,
  context: WriteRequestContext,
): number | undefined {
  const { topP } = conversation;
  if (topP === undefined) return undefined;
  const rule = findTopPRule(topP, thinking, besideTemperature, context);
  if (!rule) return topP;
  const { idle } = topPRules;
  context.receipt.apply(topP === 1 ? idle : rule, placeOf(conversation, "topP"));
  return undefined;
}

/** Why a `top_p` cannot be sent, if it cannot. */
function findTopPRule(
  topP: number,
  thinking: ThinkingType,
  besideTemperature: boolean,
  context: WriteRequestContext,
): Rule | undefined {
  const rules = topPRules;
  const { samplingParams } = context.capabilities;
  if (samplingParams === "none") return rules.unsupported;
  if (isClosed(thinking, context)) return rules.thinking;
  if (thinks(thinking) && topP < lowestThinkingTopP) return rules.thinking;
  const one = samplingParams === "temperature_or_top_p";
  return one && besideTemperature ? rules.besideTemperature : undefined;
}

function writeTopK(
  conversation: Conversation,
  thinking: ThinkingType,
  context: WriteRequestContext,
): number | undefined {
  const { topK } = conversation;
  if (topK === undefined) return undefined;
  const rules = topKRules;
  const { capabilities, receipt } = context;
  const unsupported = !capabilities.topK || capabilities.samplingParams === "none";
  if (!unsupported && !thinks(thinking)) return topK;
  const rule = unsupported ? rules.unsupported : rules.thinking;
  receipt.apply(rule, placeOf(conversation, "topK"));
  return undefined;
}
