import type { UpstreamCapabilities } from "../../../conversation/capabilities.js";

/** What an upstream of Messages takes and how it tells things. */
export interface MessagesUpstreamCapabilities extends UpstreamCapabilities {
  /** Takes a thought without a signature in the history. */
  readonly unsignedThinking: boolean;
}

/**
 * What is assumed of an upstream of this wire that nothing is known of: what the wire's description
 * promises of every model. What only some models take is for presets and options to say.
 */
export const defaultUpstreamCapabilities: MessagesUpstreamCapabilities = {
  midSystem: false,
  images: {
    url: true,
    base64: true,
    mediaTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  },
  documents: { pdf: true, text: true, url: true },
  audio: false,
  prefill: "native",
  samplingParams: "all",
  topK: true,
  maxStop: Number.MAX_SAFE_INTEGER,
  parallelToolCallsParam: true,
  tools: true,
  toolChoice: ["auto", "none", "any", "tool"],
  toolChoiceWithThinking: false,
  strictTools: false,
  jsonSchema: false,
  jsonObject: false,
  thinkingModes: ["enabled", "disabled"],
  effortLevels: [],
  unsignedThinking: false,
  usageConvention: { cacheInPrompt: false, reasoningInCompletion: true },
  promptCache: "cache_control",
  serviceTiers: ["auto", "standard"],
  toolsRequiredWithHistory: false,
  toolNamePattern: /^[A-Za-z0-9_-]+$/,
  maxToolName: 64,
  toolIdPattern: /^[A-Za-z0-9_-]+$/,
  maxToolId: 256,
  missingDoneOk: false,
  extensions: [],
};
