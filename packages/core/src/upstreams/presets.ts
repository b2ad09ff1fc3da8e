import type { ChatCompletionsUpstreamCapabilities } from "../formats/chat-completions/upstream.js";
import type { MessagesUpstreamCapabilities } from "../formats/messages/upstream.js";

/** The capabilities of one vendor's upstreams, where they differ from the default of their format. */
type ChatCompletionsPreset = Readonly<Partial<ChatCompletionsUpstreamCapabilities>>;
type MessagesPreset = Readonly<Partial<MessagesUpstreamCapabilities>>;

const everyThinkingMode = ["enabled", "adaptive", "disabled"] as const;
/** What vLLM and llama.cpp accept besides the members of the format. */
const samplerExtensions = ["min_p", "repetition_penalty", "chat_template_kwargs"];

/** The newest models of the vendor of the Messages service; older ones support less. */
const anthropic: MessagesPreset = {
  midSystem: true,
  maxToolName: 128,
  prefill: "no",
  samplingParams: "temperature_or_top_p",
  strictTools: true,
  jsonSchema: true,
  thinkingModes: everyThinkingMode,
  effortLevels: ["low", "medium", "high", "xhigh", "max"],
};

const openai: ChatCompletionsPreset = {
  midSystem: true,
  developerRole: true,
  systemParts: true,
  toolMessageParts: true,
  documents: { pdf: true, text: true, url: false },
  maxTokensField: "max_completion_tokens",
  strictTools: true,
  thinkingModes: everyThinkingMode,
  effortLevels: ["none", "minimal", "low", "medium", "high", "xhigh"],
  reasoningControl: "reasoning_effort",
  promptCache: "auto",
  serviceTiers: ["auto", "standard", "priority"],
};

/** Newer versions call the member for reasoning `reasoning`, older ones `reasoning_content`. */
const vllm: ChatCompletionsPreset = {
  systemParts: true,
  prefill: "continue_final_message",
  topK: true,
  thinkingModes: ["enabled", "disabled"],
  reasoningControl: "chat_template_kwargs",
  reasoningFields: ["reasoning", "reasoning_content"],
  streamUsage: "continuous",
  promptCache: "auto",
  extensions: [...samplerExtensions, "stop_token_ids", "ignore_eos", "structured_outputs"],
};

/** It ignores `tool_choice` and `parallel_tool_calls`, and accepts images only as bytes. */
const ollama: ChatCompletionsPreset = {
  images: {
    url: false,
    base64: true,
    mediaTypes: ["image/jpeg", "image/png", "image/webp"],
  },
  toolChoice: ["auto"],
  parallelToolCallsParam: false,
  thinkingModes: ["enabled", "disabled"],
  effortLevels: ["none", "low", "medium", "high"],
  reasoningControl: "reasoning_effort",
  reasoningFields: ["reasoning", "reasoning_content"],
  promptCache: "auto",
};

const llamaCpp: ChatCompletionsPreset = {
  topK: true,
  toolChoice: ["auto", "none", "any"],
  thinkingModes: ["enabled", "disabled"],
  reasoningControl: "chat_template_kwargs",
  reasoningEcho: { when: "tool_turns", field: "reasoning_content" },
  promptCache: "auto",
  extensions: [...samplerExtensions, "cache_prompt", "grammar"],
};

const openRouter: ChatCompletionsPreset = {
  midSystem: true,
  systemParts: true,
  documents: { pdf: true, text: true, url: false },
  topK: true,
  strictTools: true,
  thinkingModes: ["enabled", "disabled"],
  effortLevels: ["none", "minimal", "low", "medium", "high", "xhigh"],
  reasoningControl: "reasoning",
  reasoningFields: ["reasoning", "reasoning_content"],
  reasoningEcho: { when: "always", field: "reasoning_details" },
  promptCache: "cache_control",
  // Another model costs money there even if this one is free.
  costMembers: ["models", "plugins", "provider", "route"],
  extensions: [...samplerExtensions, "provider", "models", "route", "transforms", "plugins"],
};

/** Its templates need assistant text between a tool's result and the user, and ids of nine letters and digits. */
const mistral: ChatCompletionsPreset = {
  toolResultFiller: "Understood.",
  prefill: "prefix",
  toolMessageName: true,
  strictTools: true,
  streamUsage: "always",
  toolIdPattern: /^[A-Za-z0-9]{9}$/,
  maxToolId: 9,
};

/** In thinking mode it refuses a history whose calls lack their reasoning, and any forced tool choice. */
const deepSeek: ChatCompletionsPreset = {
  images: { url: false, base64: false, mediaTypes: [] },
  maxStop: 16,
  toolChoiceWithThinking: false,
  jsonSchema: false,
  thinkingModes: ["enabled", "disabled"],
  reasoningControl: "thinking",
  reasoningFields: ["reasoning_content"],
  reasoningEcho: { when: "tool_turns", field: "reasoning_content" },
  promptCache: "auto",
};

/**
 * What well-known upstreams support, as of August 2026; single models may support less. Pass one as
 * `capabilities`, or spread it and change members: `{ ...presets.vllm, maxOutput: 8192 }`. An
 * upstream without a preset gets the default of its format, which sends little that some servers
 * refuse. `anthropic` is for Messages upstreams, all others are for Chat Completions.
 */
export const presets = /* @__PURE__ */ deepFreeze({
  anthropic,
  openai,
  vllm,
  ollama,
  llamaCpp,
  openRouter,
  mistral,
  deepSeek,
});

/** Freezes an object and all plain data in it. */
function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
