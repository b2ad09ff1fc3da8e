/** A list of words that a refusal shows, and the official type that has the same words. */
export interface OfficialList {
  readonly rule: string;
  readonly type: string;
  /** Words that only the refusal has, and why. */
  readonly more?: Readonly<Record<string, string>>;
}

const create = "One.MessageCreateParamsNonStreaming";
const chat = "OpenAI.ChatCompletionCreateParamsNonStreaming";
const inResults = "It stands in the results of tools, and the refusal has one list for all places.";

const messagesLists: readonly OfficialList[] = [
  { rule: "messages/effort-unknown", type: 'One.OutputConfig["effort"]' },
  { rule: "messages/service-tier-unknown", type: `${create}["service_tier"]` },
  { rule: "messages/speed-unknown", type: `${create}["speed"]` },
  { rule: "messages/thinking-type-unknown", type: 'One.ThinkingConfigParam["type"]' },
  { rule: "messages/thinking-display-unknown", type: 'One.ThinkingConfigAdaptive["display"]' },
  { rule: "messages/tool-choice-type-unknown", type: 'One.ToolChoice["type"]' },
  { rule: "messages/tool-type-unknown", type: 'One.ToolUnion["type"]' },
  { rule: "messages/output-format-unknown", type: 'One.JSONOutputFormat["type"]' },
  { rule: "messages/cache-mark-type", type: 'One.CacheControlEphemeral["type"]' },
  { rule: "messages/cache-mark-ttl", type: 'One.CacheControlEphemeral["ttl"]' },
  { rule: "messages/role-unknown", type: 'One.MessageParam["role"]' },
  { rule: "messages/image-media-type", type: 'One.Base64ImageSource["media_type"]' },
  { rule: "messages/image-source-type", type: 'One.ImageBlockParam["source"]["type"]' },
  { rule: "messages/document-media-type", type: 'One.Base64PDFSource["media_type"]' },
  { rule: "messages/document-text-media-type", type: 'One.PlainTextSource["media_type"]' },
  { rule: "messages/document-source-type", type: 'One.DocumentBlockParam["source"]["type"]' },
  { rule: "messages/document-content-block", type: 'One.ContentBlockSourceContent["type"]' },
  {
    rule: "messages/image-transformation-unknown",
    type: 'NonNullable<One.ImageBlockParam["transformations"]>["oversized_image"]',
  },
  {
    rule: "messages/system-clear-at-unknown",
    type: 'Extract<One.Beta.BetaMessageParam, { clear_at?: unknown }>["clear_at"]',
  },
  {
    rule: "messages/block-type-unknown",
    type: 'One.Beta.BetaContentBlockParam["type"]',
    more: { browser_state: inResults, tool_reference: inResults },
  },
  { rule: "messages/system-block-type", type: 'One.TextBlockParam["type"]' },
  { rule: "messages/tool-schema-type", type: 'One.Tool.InputSchema["type"]' },
  { rule: "messages/tool-fixed-name", type: 'One.ToolTextEditor20250124["name"]' },
  { rule: "messages/thinking-display-without-beta", type: 'One.ThinkingConfigAdaptive["display"]' },
  {
    rule: "messages/result-block-type",
    type: 'Exclude<One.ToolResultBlockParam["content"], string | undefined>[number]["type"]',
  },
];

const chatLists: readonly OfficialList[] = [
  { rule: "chat-completions/reasoning-effort-value", type: `${chat}["reasoning_effort"]` },
  { rule: "chat-completions/verbosity-value", type: `${chat}["verbosity"]` },
  {
    rule: "chat-completions/prompt-cache-retention-value",
    type: `${chat}["prompt_cache_retention"]`,
  },
  { rule: "chat-completions/service-tier-value", type: `${chat}["service_tier"]` },
  { rule: "chat-completions/modalities-value", type: `NonNullable<${chat}["modalities"]>[number]` },
  {
    rule: "chat-completions/prompt-cache-mode",
    type: `NonNullable<${chat}["prompt_cache_options"]>["mode"]`,
  },
  {
    rule: "chat-completions/format-type-value",
    type: `NonNullable<${chat}["response_format"]>["type"]`,
  },
  { rule: "chat-completions/role-value", type: 'OpenAI.ChatCompletionMessageParam["role"]' },
  { rule: "chat-completions/tool-type-value", type: 'OpenAI.ChatCompletionTool["type"]' },
  {
    rule: "chat-completions/tool-choice-word",
    type: "Extract<OpenAI.ChatCompletionToolChoiceOption, string>",
  },
  {
    rule: "chat-completions/tool-choice-type-value",
    type: 'Exclude<OpenAI.ChatCompletionToolChoiceOption, string>["type"]',
  },
  {
    rule: "chat-completions/allowed-tools-mode",
    type: 'OpenAI.ChatCompletionAllowedTools["mode"]',
  },
  {
    rule: "chat-completions/custom-tool-format-value",
    type: 'NonNullable<OpenAI.ChatCompletionCustomTool.Custom["format"]>["type"]',
  },
  {
    rule: "chat-completions/custom-tool-syntax-value",
    type: 'OpenAI.ChatCompletionCustomTool.Custom.Grammar["grammar"]["syntax"]',
  },
  { rule: "chat-completions/user-part-types", type: 'OpenAI.ChatCompletionContentPart["type"]' },
  {
    rule: "chat-completions/system-part-types",
    type: 'OpenAI.ChatCompletionContentPartText["type"]',
  },
  {
    rule: "chat-completions/developer-part-types",
    type: 'OpenAI.ChatCompletionContentPartText["type"]',
  },
  {
    rule: "chat-completions/assistant-part-types",
    type: 'Exclude<OpenAI.ChatCompletionAssistantMessageParam["content"], string | null | undefined>[number]["type"]',
  },
  {
    rule: "chat-completions/tool-part-types",
    type: 'Exclude<OpenAI.ChatCompletionToolMessageParam["content"], string>[number]["type"]',
  },
  {
    rule: "chat-completions/image-detail-value",
    type: 'OpenAI.ChatCompletionContentPartImage.ImageURL["detail"]',
  },
  {
    rule: "chat-completions/audio-format-value",
    type: 'OpenAI.ChatCompletionContentPartInputAudio.InputAudio["format"]',
  },
  {
    rule: "chat-completions/cache-breakpoint-mode",
    type: 'NonNullable<OpenAI.ChatCompletionContentPartText["prompt_cache_breakpoint"]>["mode"]',
  },
];

const responses = "OpenAI.Responses.ResponseCreateParamsNonStreaming";

const responsesLists: readonly OfficialList[] = [
  { rule: "responses/item-type", type: 'OpenAI.Responses.ResponseInputItem["type"]' },
  {
    rule: "responses/user-part",
    type: 'OpenAI.Responses.ResponseInputContent["type"]',
    more: { input_audio: "The service takes it; the client declares it for another place." },
  },
  { rule: "responses/message-role", type: 'OpenAI.Responses.EasyInputMessage["role"]' },
  {
    rule: "responses/assistant-part",
    type: 'OpenAI.Responses.ResponseOutputMessage["content"][number]["type"]',
  },
  { rule: "responses/include-value", type: "OpenAI.Responses.ResponseIncludable" },
  { rule: "responses/verbosity-value", type: `NonNullable<${responses}["text"]>["verbosity"]` },
  { rule: "responses/effort-value", type: `NonNullable<${responses}["reasoning"]>["effort"]` },
  { rule: "responses/truncation-value", type: `${responses}["truncation"]` },
  { rule: "responses/cache-retention-value", type: `${responses}["prompt_cache_retention"]` },
  {
    rule: "responses/cache-mode-value",
    type: `NonNullable<${responses}["prompt_cache_options"]>["mode"]`,
  },
  {
    rule: "responses/reasoning-mode-value",
    type: `NonNullable<${responses}["reasoning"]>["mode"]`,
  },
];

/** The lists of words in the refusals of the strict profiles, beside those of the official clients. */
export const officialLists: readonly OfficialList[] = [
  ...messagesLists,
  ...chatLists,
  ...responsesLists,
];

const sent = "The official client sends it without declaring it.";
const sentByOthers = "The Vercel client or LangChain's sends it.";
const sentByAgent = "Claude Code sends it.";
const documented = "It is documented only.";
const released = "Its feature is released, and the name stays.";

/** Beta features that the strict profile knows and the official client does not declare, and why. */
export const undeclaredBetas: Readonly<Record<string, string>> = {
  "advanced-tool-use-2025-11-20": sentByOthers,
  "claude-code-20250219": sentByAgent,
  "code-execution-2025-08-25": sentByOthers,
  "code-execution-web-tools-2026-02-09": sentByOthers,
  "dangerous-tool-use-2026-09-03": sentByOthers,
  "effort-2025-11-24": sentByAgent,
  "fine-grained-tool-streaming-2025-05-14": sent,
  "mid-conversation-system-2026-04-07": sentByOthers,
  "oauth-2025-04-20": sent,
  "oidc-federation-2026-04-01": sent,
  "per-turn-control-2026-07-01": documented,
  "request-tags-2026-08-21": documented,
  "search-results-2025-06-09": released,
  "structured-outputs-2025-12-15": sent,
  "tool-examples-2025-10-29": released,
  "tool-search-tool-2025-10-19": released,
  "tools-2024-04-04": released,
  "web-fetch-2025-09-10": sentByOthers,
  "web-search-2025-03-05": released,
};

/** Known models that the official clients do not declare, and why. */
export const undeclaredModels: Readonly<Record<string, string>> = {
  "gpt-5.6": "Third parties probed it under this name; the client declares its variants.",
};
