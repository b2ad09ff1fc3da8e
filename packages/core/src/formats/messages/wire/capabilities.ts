import { capabilityChecks, type UpstreamCapabilities } from "../../../conversation/capabilities.js";
import { type Check, deferred } from "../../../validation/check.js";
import { like } from "../../../validation/like.js";

/** What an upstream of the Messages format accepts, and how it reports. */
export interface MessagesUpstreamCapabilities extends UpstreamCapabilities {
  /** Accepts thinking without a signature in the history. @default false */
  readonly unsignedThinking: boolean;
}

/**
 * What is assumed about an unknown upstream of this format: what the wire's documentation promises
 * for every model. Presets and options describe what only some models accept.
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

/** What the options of an upstream may say of it. */
export const validCapabilities: Check = /* @__PURE__ */ deferred(() =>
  like<MessagesUpstreamCapabilities>(defaultUpstreamCapabilities, capabilityChecks()),
);
