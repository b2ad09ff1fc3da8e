import { type Check, capabilityChecks, checks, type UpstreamCapabilities } from "@diglot/core";

/** What a model that holds no conversation does not take. */
export const noConversation = {
  images: { url: false, base64: false, mediaTypes: [] },
  documents: { pdf: false, text: false, url: false },
  tools: false,
  toolChoice: [],
  parallelToolCallsParam: false,
  jsonSchema: false,
  jsonObject: false,
  maxStop: 0,
  samplingParams: "none",
} as const satisfies Partial<UpstreamCapabilities>;

/** What is assumed of an upstream of such an endpoint. Most of it is never asked for. */
export const relayCapabilities: UpstreamCapabilities = {
  ...noConversation,
  midSystem: false,
  audio: false,
  prefill: "no",
  topK: false,
  toolChoiceWithThinking: false,
  strictTools: false,
  thinkingModes: [],
  effortLevels: [],
  usageConvention: { cacheInPrompt: true, reasoningInCompletion: true },
  promptCache: "none",
  serviceTiers: [],
  toolsRequiredWithHistory: false,
  toolNamePattern: /^[A-Za-z0-9_-]+$/,
  maxToolName: 64,
  toolIdPattern: /^[A-Za-z0-9_-]+$/,
  maxToolId: 64,
  missingDoneOk: true,
  extensions: [],
};

/** What the options of an upstream may say instead. */
export const validRelayCapabilities: Check = checks.deferred(() =>
  checks.like<UpstreamCapabilities>(relayCapabilities, capabilityChecks()),
);
