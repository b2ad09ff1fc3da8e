import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";

/**
 * What the official clients' types know of requests, as lists: a client that learns more, or forgets
 * something, makes them not compile.
 */

type MessagesParams =
  | Anthropic.MessageCreateParamsNonStreaming
  | Anthropic.Beta.MessageCreateParamsNonStreaming;

/** Members that the client sends as headers. */
type InHeaders = "betas" | "user_profile_id" | "workspace_id";

type KeysOfUnion<T> = T extends T ? keyof T : never;

/** The members of a Messages request, those of beta features included. */
export const messagesMembers = {
  billing_policy: true,
  cache_control: true,
  compaction: true,
  container: true,
  context_management: true,
  diagnostics: true,
  fallback_credit_token: true,
  fallbacks: true,
  inference_geo: true,
  max_tokens: true,
  mcp_servers: true,
  messages: true,
  metadata: true,
  model: true,
  output_config: true,
  output_format: true,
  service_tier: true,
  speed: true,
  stop_sequences: true,
  stream: true,
  system: true,
  thinking: true,
  thread: true,
  tool_choice: true,
  tools: true,
} satisfies Record<Exclude<KeysOfUnion<MessagesParams>, InHeaders>, true>;

/** The types of the blocks that a Messages request may hold. */
export const messagesBlocks = {
  advisor_tool_result: true,
  bash_code_execution_tool_result: true,
  code_execution_tool_result: true,
  compaction: true,
  container_upload: true,
  document: true,
  fallback: true,
  image: true,
  mcp_tool_listing: true,
  mcp_tool_result: true,
  mcp_tool_use: true,
  redacted_thinking: true,
  search_result: true,
  server_tool_use: true,
  text: true,
  text_editor_code_execution_tool_result: true,
  thinking: true,
  tool_addition: true,
  tool_removal: true,
  tool_result: true,
  tool_search_tool_result: true,
  tool_use: true,
  web_fetch_tool_result: true,
  web_search_tool_result: true,
} satisfies Record<Anthropic.Beta.BetaContentBlockParam["type"], true>;

/** The types of the tools that a Messages request may define. */
export const messagesTools = {
  advisor_20260301: true,
  bash_20241022: true,
  bash_20250124: true,
  browser_toolset_20260801: true,
  code_execution_20250522: true,
  code_execution_20250825: true,
  code_execution_20260120: true,
  code_execution_20260521: true,
  computer_20241022: true,
  computer_20250124: true,
  computer_20251124: true,
  computer_toolset_20260801: true,
  custom: true,
  mcp_toolset: true,
  memory_20250818: true,
  text_editor_20241022: true,
  text_editor_20250124: true,
  text_editor_20250429: true,
  text_editor_20250728: true,
  tool_search_tool_bm25: true,
  tool_search_tool_bm25_20251119: true,
  tool_search_tool_regex: true,
  tool_search_tool_regex_20251119: true,
  web_fetch_20250910: true,
  web_fetch_20260209: true,
  web_fetch_20260309: true,
  web_fetch_20260318: true,
  web_search_20250305: true,
  web_search_20260209: true,
  web_search_20260318: true,
} satisfies Record<NonNullable<Anthropic.Beta.BetaToolUnion["type"]>, true>;

/** The members of a Chat Completions request. */
export const chatCompletionsMembers = {
  audio: true,
  frequency_penalty: true,
  function_call: true,
  functions: true,
  logit_bias: true,
  logprobs: true,
  max_completion_tokens: true,
  max_tokens: true,
  messages: true,
  metadata: true,
  modalities: true,
  model: true,
  moderation: true,
  n: true,
  parallel_tool_calls: true,
  prediction: true,
  presence_penalty: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning_effort: true,
  response_format: true,
  safety_identifier: true,
  seed: true,
  service_tier: true,
  stop: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  user: true,
  verbosity: true,
  web_search_options: true,
} satisfies Record<keyof OpenAI.ChatCompletionCreateParamsNonStreaming, true>;

/** The roles of the messages of a Chat Completions request. */
export const chatCompletionsRoles = {
  assistant: true,
  developer: true,
  function: true,
  system: true,
  tool: true,
  user: true,
} satisfies Record<OpenAI.ChatCompletionMessageParam["role"], true>;

/** The types of the parts of their content. */
export const chatCompletionsParts = {
  file: true,
  image_url: true,
  input_audio: true,
  refusal: true,
  text: true,
} satisfies Record<
  OpenAI.ChatCompletionContentPart["type"] | OpenAI.ChatCompletionContentPartRefusal["type"],
  true
>;

/** The members of a Responses request. */
export const responsesMembers = {
  access_programs: true,
  background: true,
  context_management: true,
  conversation: true,
  image: true,
  include: true,
  input: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  parallel_tool_calls: true,
  previous_response_id: true,
  prompt: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  user: true,
} satisfies Record<keyof OpenAI.Responses.ResponseCreateParamsNonStreaming, true>;

/** The members of a response; the client makes `output_text` and `_request_id` itself. */
export const responseMembers = {
  access_programs: true,
  background: true,
  completed_at: true,
  conversation: true,
  created_at: true,
  error: true,
  id: true,
  image: true,
  incomplete_details: true,
  input_transformations: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  object: true,
  output: true,
  parallel_tool_calls: true,
  previous_response_id: true,
  prompt: true,
  prompt_cache_diagnostics: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  status: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tool_usage: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  usage: true,
  user: true,
} satisfies Record<Exclude<keyof OpenAI.Responses.Response, "output_text" | "_request_id">, true>;
