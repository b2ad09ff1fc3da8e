import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import {
  type Conversation,
  type InProcessRequest,
  placeOf,
  type ReasoningStore,
} from "@diglot/core";
import { neutralConversation, noteUnsent, penalties } from "@diglot/core/frameworks";
import type { CallSettings } from "../frameworks.js";
import type { ModelContext, PromptContext } from "../prompt/context.js";
import { toMessages, toSystemMessages } from "../prompt/prompt.js";
import { rules } from "../rules.js";
import { toResponseFormat } from "./output.js";
import { budgetOf, toReasoningOptions } from "./reasoning.js";
import { toToolOptions } from "./tools.js";

/** How a model is called besides what follows from the conversation. */
export interface ModelCall {
  readonly settings: CallSettings;
  /** The token limit to send, if any. */
  readonly maxOutputTokens: number | undefined;
  readonly reasoningStore: ReasoningStore | undefined;
}

type Sampling = Pick<
  LanguageModelV4CallOptions,
  "temperature" | "topP" | "topK" | "seed" | "frequencyPenalty" | "presencePenalty"
>;

/**
 * What a model is called with. Losses are in the receipt.
 * @throws ServiceError `bad_request` for what must not be lost
 */
export function toCallOptions(
  request: InProcessRequest,
  context: ModelContext,
  { settings, maxOutputTokens }: ModelCall,
): LanguageModelV4CallOptions {
  const conversation = neutralConversation(request, penalties);
  const reasoning = toReasoningOptions(conversation, context);
  noteUnsent(conversation, request.receipt);
  const own: LanguageModelV4CallOptions = {
    prompt: [
      ...toSystemMessages(conversation.system, context),
      ...toMessages(conversation, context),
    ],
    ...toLimits(conversation, maxOutputTokens, context),
    ...toSampling(conversation),
    ...toToolOptions(conversation, context),
    ...toResponseFormat(conversation, context),
    ...reasoning.call,
  };
  const providerOptions = [
    reasoning.provider,
    toParallel(conversation, context),
    settings.providerOptions as ProviderOptions,
  ].reduce(mergeOptions, undefined);
  request.receipt.assertAccepted();
  return { ...own, ...settings, ...(providerOptions && { providerOptions }) };
}

/** Providers of the Messages format add the budget of reasoning, which the caller's limit includes. */
function toLimits(
  conversation: Conversation,
  limit: number | undefined,
  context: ModelContext,
): Pick<LanguageModelV4CallOptions, "maxOutputTokens" | "stopSequences"> {
  const { stopSequences } = conversation;
  const budget = budgetOf(conversation, context);
  return {
    ...(limit !== undefined && { maxOutputTokens: Math.max(1, limit - budget) }),
    ...(stopSequences.length > 0 && { stopSequences: [...stopSequences] }),
  };
}

type ProviderOptions = LanguageModelV4CallOptions["providerOptions"];

function toSampling({ temperature, topP, topK, seed, extensions }: Conversation): Sampling {
  const sampling = {
    temperature,
    topP,
    topK,
    seed,
    frequencyPenalty: extensions.frequency_penalty,
    presencePenalty: extensions.presence_penalty,
  };
  return Object.fromEntries(
    Object.entries(sampling).filter(([, value]) => typeof value === "number"),
  );
}

function toParallel(
  conversation: Conversation,
  { family, receipt }: PromptContext,
): ProviderOptions {
  if (conversation.parallelToolCalls !== false || conversation.tools.length === 0) return undefined;
  if (family === "openai") return { openai: { parallelToolCalls: false } };
  if (family === "anthropic") return { anthropic: { disableParallelToolUse: true } };
  receipt.apply(rules.parallel, placeOf(conversation, "parallelToolCalls"));
  return undefined;
}

function mergeOptions(one: ProviderOptions, other: ProviderOptions): ProviderOptions {
  if (!one || !other) return one ?? other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, { ...one[name], ...other[name] }]));
}
