import { capabilityChecks, type UpstreamCapabilities } from "../../../conversation/capabilities.js";
import { type Check, deferred } from "../../../validation/check.js";
import { like } from "../../../validation/like.js";
import { mapOf, members } from "../../../validation/objects.js";
import { name, oneOf, text } from "../../../validation/values.js";

/** What an upstream of Chat Completions accepts, and how it reports. */
export interface ChatCompletionsUpstreamCapabilities extends UpstreamCapabilities {
  /** Calls the role of instructions `developer`. @default false */
  readonly developerRole: boolean;
  /** Takes instructions as a list of parts; otherwise they are joined to one string. @default false */
  readonly systemParts: boolean;
  /** Takes a user's text as parts; otherwise they are joined to one string. @default true */
  readonly userParts: boolean;
  /** Requires user and assistant turns that alternate. @default false */
  readonly strictAlternation: boolean;
  /** The assistant text that must stand between a tool result and a user turn. @default no text is needed */
  readonly toolResultFiller?: string | undefined;
  /** The content of an assistant turn that has only calls. @default "null" */
  readonly assistantContent: "null" | "empty" | "omit";
  /** Takes images in tool results. @default false */
  readonly toolMessageImages: boolean;
  /** Takes tool results as parts; otherwise as one string. @default false */
  readonly toolMessageParts: boolean;
  /** Requires the tool's name on its results. @default false */
  readonly toolMessageName: boolean;
  /** The member that carries the token limit. @default "max_tokens" */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /**
   * The members that contain its reasoning; the first that is present is read. @default ["reasoning_content",
   * "reasoning"]
   */
  readonly reasoningFields: readonly string[];
  /** When it needs its reasoning back (never, on turns with calls, or always), and in which member. @default never */
  readonly reasoningEcho: {
    readonly when: "never" | "tool_turns" | "always";
    readonly field: string;
  };
  /** The member that switches thinking. @default "none" */
  readonly reasoningControl:
    | "none"
    | "reasoning_effort"
    | "thinking"
    | "chat_template_kwargs"
    | "reasoning";
  /** How a stream is made to carry usage. @default "include_usage" */
  readonly streamUsage: "include_usage" | "continuous" | "always" | "never";
  /** Counts a reply with content, but without a finish reason, as complete. @default false */
  readonly eofWithoutFinishOk: boolean;
  /**
   * The meaning of finish reasons that the format does not have: `{ eos: "stop" }`. @default `eos`, `eos_token`
   * and `end_turn` are `stop`, `max_tokens` is `length`
   */
  readonly finishReasons: Readonly<Record<string, string>>;
}

/**
 * What is assumed of an unknown upstream: it is sent little that some servers do not accept, and it may
 * send much that only some servers send.
 */
export const defaultUpstreamCapabilities: ChatCompletionsUpstreamCapabilities = {
  midSystem: false,
  developerRole: false,
  systemParts: false,
  userParts: true,
  strictAlternation: false,
  assistantContent: "null",
  toolMessageImages: false,
  toolMessageParts: false,
  toolMessageName: false,
  images: {
    url: true,
    base64: true,
    mediaTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  },
  documents: { pdf: false, text: true, url: false },
  audio: false,
  prefill: "no",
  maxTokensField: "max_tokens",
  samplingParams: "all",
  topK: false,
  maxStop: 4,
  parallelToolCallsParam: true,
  tools: true,
  toolChoice: ["auto", "none", "any", "tool"],
  toolChoiceWithThinking: true,
  strictTools: false,
  jsonSchema: true,
  jsonObject: true,
  thinkingModes: [],
  effortLevels: [],
  reasoningFields: ["reasoning_content", "reasoning"],
  reasoningEcho: { when: "never", field: "reasoning_content" },
  reasoningControl: "none",
  streamUsage: "include_usage",
  usageConvention: { cacheInPrompt: true, reasoningInCompletion: true },
  promptCache: "none",
  serviceTiers: [],
  toolsRequiredWithHistory: false,
  toolNamePattern: /^[A-Za-z0-9_-]+$/,
  maxToolName: 64,
  toolIdPattern: /^[A-Za-z0-9_.:-]+$/,
  // The vendor's own limit; it refuses longer ids in a history.
  maxToolId: 40,
  eofWithoutFinishOk: false,
  missingDoneOk: true,
  finishReasons: { eos: "stop", eos_token: "stop", end_turn: "stop", max_tokens: "length" },
  extensions: [],
};

/** What the options of an upstream may say of it. */
export const validCapabilities: Check = /* @__PURE__ */ deferred(() =>
  like<ChatCompletionsUpstreamCapabilities>(defaultUpstreamCapabilities, {
    ...capabilityChecks(),
    toolResultFiller: text,
    assistantContent: oneOf("null", "empty", "omit"),
    maxTokensField: oneOf("max_tokens", "max_completion_tokens"),
    reasoningEcho: members<ChatCompletionsUpstreamCapabilities["reasoningEcho"]>({
      when: { required: oneOf("never", "tool_turns", "always") },
      field: { required: name },
    }),
    reasoningControl: oneOf(
      "none",
      "reasoning_effort",
      "thinking",
      "chat_template_kwargs",
      "reasoning",
    ),
    streamUsage: oneOf("include_usage", "continuous", "always", "never"),
    finishReasons: mapOf(text),
  }),
);
