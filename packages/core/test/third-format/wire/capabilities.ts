import {
  type Check,
  capabilityChecks,
  checks,
  type UpstreamCapabilities,
} from "../../../src/index.js";

/** What an upstream of this wire may take beside what every upstream may. */
export interface LocalCapabilities extends UpstreamCapabilities {
  /** Takes `think`. */
  readonly think: boolean;
}

/** What is assumed of an upstream of this wire. */
export const defaultCapabilities: LocalCapabilities = {
  think: true,
  midSystem: true,
  images: { url: false, base64: true, mediaTypes: ["image/jpeg", "image/png"] },
  documents: { pdf: false, text: false, url: false },
  audio: false,
  prefill: "native",
  samplingParams: "all",
  topK: true,
  maxStop: 4,
  parallelToolCallsParam: false,
  tools: true,
  toolChoice: ["auto"],
  toolChoiceWithThinking: true,
  strictTools: false,
  jsonSchema: true,
  jsonObject: true,
  thinkingModes: ["enabled", "disabled"],
  effortLevels: [],
  usageConvention: { cacheInPrompt: true, reasoningInCompletion: true },
  promptCache: "auto",
  serviceTiers: [],
  toolsRequiredWithHistory: false,
  toolNamePattern: /^[A-Za-z0-9_-]+$/,
  maxToolName: 64,
  toolIdPattern: /^[A-Za-z0-9_-]+$/,
  maxToolId: 64,
  missingDoneOk: false,
  extensions: [],
};

/** What the options of an upstream may say of it. */
export const validCapabilities: Check = checks.like<LocalCapabilities>(
  defaultCapabilities,
  capabilityChecks(),
);
