import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type InProcessRequest, neutralConversation, placeOf } from "@diglot/core";
import type { CallSettings } from "../frameworks.js";
import type { PromptContext } from "../prompt/context.js";
import { toMessages, toSystemMessages } from "../prompt/prompt.js";
import { rules } from "../rules.js";
import { toResponseFormat } from "./output.js";
import { toReasoningOptions } from "./reasoning.js";
import { toToolOptions } from "./tools.js";

/** Members of a Chat Completions body that the AI SDK knows and the neutral form does not. */
const penalties = ["frequency_penalty", "presence_penalty"];

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
  version: "v3" | "v4",
  context: PromptContext,
  settings: CallSettings,
): LanguageModelV4CallOptions {
  const conversation = neutralConversation(request, penalties);
  const reasoning = toReasoningOptions(conversation, version, context);
  const parallel = toParallel(conversation, context);
  const providerOptions = mergeOptions(reasoning.provider, parallel);
  noteUnsent(conversation, context);
  const options: LanguageModelV4CallOptions = {
    prompt: [
      ...toSystemMessages(conversation.system, context),
      ...toMessages(conversation, context),
    ],
    maxOutputTokens: request.maxTokens,
    ...toSampling(conversation),
    ...(conversation.stopSequences.length > 0 && {
      stopSequences: [...conversation.stopSequences],
    }),
    ...toToolOptions(conversation, context),
    ...toResponseFormat(conversation, context),
    ...reasoning.call,
    ...(providerOptions && { providerOptions }),
    ...settings,
  };
  request.receipt.assertAccepted();
  return options;
}

type Conversation = ReturnType<typeof neutralConversation>;
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

/** Service tiers that say what happens anyway. */
const idleTiers: ReadonlySet<string> = new Set(["auto", "standard"]);

function noteUnsent(conversation: Conversation, { receipt }: PromptContext): void {
  const { userId, serviceTier, cache } = conversation;
  if (userId !== undefined) receipt.apply(rules.userId, placeOf(conversation, "userId"));
  if (cache) receipt.apply(rules.cache, placeOf(conversation, "cache"));
  if (serviceTier === undefined || idleTiers.has(serviceTier)) return;
  receipt.apply(rules.serviceTier, placeOf(conversation, "serviceTier"));
}
