import { type Check, capabilityChecks, checks, type UpstreamCapabilities } from "@diglot/core";
import {
  type ChatCompletionsUpstreamCapabilities,
  defaultChatCompletionsCapabilities,
} from "@diglot/core/formats";

/** What an upstream of the Responses format accepts, and how it reports. */
export interface ResponsesUpstreamCapabilities extends UpstreamCapabilities {
  /** Seals reasoning so that it can be sent back on the next turn, and returns it if asked. @default true */
  readonly encryptedReasoning: boolean;
  /** Summarises its reasoning if asked. @default true */
  readonly reasoningSummary: boolean;
}

/** What is assumed of an unknown upstream. */
export const defaultUpstreamCapabilities: ResponsesUpstreamCapabilities = {
  midSystem: true,
  images: {
    url: true,
    base64: true,
    mediaTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  },
  documents: { pdf: true, text: true, url: false },
  audio: false,
  prefill: "no",
  samplingParams: "all",
  topK: false,
  maxStop: 0,
  parallelToolCallsParam: true,
  tools: true,
  toolChoice: ["auto", "none", "any", "tool"],
  toolChoiceWithThinking: true,
  strictTools: true,
  jsonSchema: true,
  jsonObject: true,
  thinkingModes: [],
  effortLevels: ["low", "medium", "high"],
  usageConvention: { cacheInPrompt: true, reasoningInCompletion: true },
  promptCache: "auto",
  serviceTiers: [],
  toolsRequiredWithHistory: false,
  toolNamePattern: /^[A-Za-z0-9_-]+$/,
  maxToolName: 64,
  toolIdPattern: /^[A-Za-z0-9_-]+$/,
  maxToolId: 64,
  missingDoneOk: false,
  extensions: ["metadata", "prompt_cache_key", "verbosity"],
  encryptedReasoning: true,
  reasoningSummary: true,
};

/** What the options of an upstream may say of it. */
export const validCapabilities: Check = checks.like<ResponsesUpstreamCapabilities>(
  defaultUpstreamCapabilities,
  capabilityChecks(),
);

/**
 * The same in the words of Chat Completions. Both formats ask for the same things, so a request is
 * written with its writers, and what they write is then put where it belongs here.
 */
export function asChatCompletions(
  capabilities: ResponsesUpstreamCapabilities,
): ChatCompletionsUpstreamCapabilities {
  return {
    ...defaultChatCompletionsCapabilities,
    developerRole: true,
    toolMessageImages: true,
    toolMessageParts: true,
    maxTokensField: "max_completion_tokens",
    reasoningControl: "reasoning_effort",
    ...capabilities,
  };
}
