import type { FormatName } from "@diglot/test-support/requests";
import type { TranslationOptions } from "../src/conversation/capabilities.js";
import type { UnsupportedPolicy } from "../src/conversation/receipt/receipt.js";
import type { ChatCompletionsUpstreamCapabilities } from "../src/formats/chat-completions/upstream.js";
import type { MessagesUpstreamCapabilities } from "../src/formats/messages/upstream.js";
import { presets } from "../src/upstreams/presets.js";

/** What some kind of upstream takes, where it differs from what is assumed of an unknown one. */
export interface CapabilitySet {
  readonly name: string;
  readonly capabilities: Partial<
    ChatCompletionsUpstreamCapabilities & MessagesUpstreamCapabilities
  >;
  readonly unsupported?: Partial<UnsupportedPolicy>;
  readonly translation?: Partial<TranslationOptions>;
}

const unknown: CapabilitySet = { name: "an unknown upstream", capabilities: {} };
const relaxed: CapabilitySet = {
  name: "an unknown upstream, where refusals are relaxed",
  capabilities: {},
  unsupported: { default: "warn" },
  translation: { lateSystem: "hoist", repair: true, forwardUser: true },
};
const everything: CapabilitySet = {
  name: "an upstream that takes everything",
  capabilities: {
    midSystem: true,
    systemParts: true,
    toolMessageImages: true,
    toolMessageParts: true,
    documents: { pdf: true, text: true, url: true },
    audio: true,
    prefill: "native",
    topK: true,
    maxStop: 100,
    toolChoiceWithThinking: true,
    strictTools: true,
    jsonSchema: true,
    jsonObject: true,
    thinkingModes: ["enabled", "adaptive", "disabled"],
    effortLevels: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
    reasoningControl: "reasoning",
    reasoningEcho: { when: "always", field: "reasoning_content" },
    promptCache: "breakpoints",
    serviceTiers: ["auto", "standard", "priority"],
  },
};
const little: CapabilitySet = {
  name: "an upstream that takes little",
  capabilities: {
    userParts: false,
    strictAlternation: true,
    toolResultFiller: "Understood.",
    images: { url: false, base64: false, mediaTypes: [] },
    documents: { pdf: false, text: false, url: false },
    prefill: "no",
    maxOutput: 90,
    samplingParams: "none",
    maxStop: 0,
    parallelToolCallsParam: false,
    tools: false,
    toolChoice: [],
    jsonSchema: false,
    jsonObject: false,
    thinkingModes: [],
    effortLevels: [],
    reasoningControl: "none",
    promptCache: "none",
    serviceTiers: [],
    toolsRequiredWithHistory: true,
  },
};
const { anthropic, ...others } = presets;

/** The kinds of upstream that a request of a format may be translated for. */
export function capabilitySets(from: FormatName): readonly CapabilitySet[] {
  const known = from === "messages" ? others : { anthropic };
  const sets = Object.entries(known).map(([name, capabilities]) => ({ name, capabilities }));
  return [unknown, relaxed, everything, little, ...sets];
}
