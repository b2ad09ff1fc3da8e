import type { ProfileName, Recording, SampleRequest } from "@diglot/testing/rules";

/** What the real service answered once to a request that breaks a rule. */
export interface RecordedRefusal {
  readonly rule: string;
  /** A request that has the same answer; absent where the answer counts what is in the request. */
  readonly request?: SampleRequest;
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
}

/** The refusals in the recordings that the rules name. */
export const recordedRefusals: readonly RecordedRefusal[] = [
  {
    rule: "messages/key-wrong",
    request: { headers: { "x-api-key": "invalid" } },
    status: 401,
    error: { type: "authentication_error", message: "invalid x-api-key" },
  },
  {
    rule: "messages/model-unknown",
    request: { body: { model: "claude-sonet-4-5" } },
    status: 404,
    error: { type: "not_found_error", message: "model: claude-sonet-4-5" },
  },
  {
    rule: "messages/model/context-window",
    status: 400,
    error: {
      type: "invalid_request_error",
      message: "prompt is too long: 3333404 tokens > 200000 maximum",
    },
  },
  {
    rule: "messages/model/effort-level",
    request: { body: { model: "claude-opus-4-6", output_config: { effort: "xhigh" } } },
    status: 400,
    error: {
      type: "invalid_request_error",
      message:
        "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    },
  },
  {
    rule: "chat-completions/key-known",
    request: { headers: { authorization: "Bearer bad-key-0123456789test" } },
    status: 401,
    error: {
      message:
        "Incorrect API key provided: bad-key-**********test. You can find your API key at https://platform.openai.com/account/api-keys.",
      type: "invalid_request_error",
      param: null,
      code: "invalid_api_key",
    },
  },
  {
    rule: "chat-completions/model-known",
    request: { body: { model: "gpt-5.2-proo" } },
    status: 404,
    error: {
      message: "The model `gpt-5.2-proo` does not exist or you do not have access to it.",
      type: "invalid_request_error",
      param: null,
      code: "model_not_found",
    },
  },
  {
    rule: "chat-completions/messages-not-empty",
    request: { body: { messages: [] } },
    status: 400,
    error: {
      message:
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      type: "invalid_request_error",
      param: "messages",
      code: "empty_array",
    },
  },
  {
    rule: "chat-completions/part-type-required",
    request: {
      body: {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ role: "user", content: "Hello" }] },
        ],
      },
    },
    status: 400,
    error: {
      message: "Missing required parameter: 'messages[1].content[0].type'.",
      type: "invalid_request_error",
      param: "messages[1].content[0].type",
      code: "missing_required_parameter",
    },
  },
  {
    rule: "chat-completions/gpt-5-nano-max-tokens",
    request: { body: { model: "gpt-5-nano", max_tokens: 5 } },
    status: 400,
    error: {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      type: "invalid_request_error",
      param: "max_tokens",
      code: "unsupported_parameter",
    },
  },
];

/** A request of a kind that the real service was recorded to take. */
export interface RecordedRequest {
  readonly what: string;
  readonly profile: ProfileName;
  readonly request: SampleRequest;
  readonly recording: Recording;
}

const user = (content: unknown) => ({ role: "user", content });
const assistant = (...content: readonly object[]) => ({ role: "assistant", content });
const use = { type: "tool_use", id: "t1", name: "f", input: {} };
const result = { type: "tool_result", tool_use_id: "t1", content: "ok" };
const blank = { type: "text", text: " " };

/** What rules once refused and the real service was recorded to take. */
export const recordedRequests: readonly RecordedRequest[] = [
  {
    what: "no stop sequences in a list",
    profile: "chatCompletions",
    request: { body: { model: "gpt-4o-mini", stop: [] } },
    recording: {
      repository: "crewAIInc/crewAI",
      path: "lib/crewai/tests/cassettes/agents/test_lite_agent_returns_usage_metrics.yaml",
    },
  },
  {
    what: "the id of a call again in a later message",
    profile: "messages",
    request: {
      body: {
        messages: [user("Go."), assistant(use), user([result]), assistant(use), user([result])],
      },
    },
    recording: {
      repository: "pydantic/pydantic-ai",
      path: "tests/cassettes/test_tool_search/test_cross_provider_capability_replay[google-gemini-3-flash-preview-anthropic-claude-sonnet-4-5].yaml",
    },
  },
  {
    what: "white space before a call",
    profile: "messages",
    request: { body: { messages: [user("Go."), assistant(blank, use), user([result])] } },
    recording: {
      repository: "simonw/llm-anthropic",
      path: "tests/cassettes/test_anthropic/test_tools.yaml",
    },
  },
  {
    what: "white space between texts",
    profile: "messages",
    request: {
      body: {
        messages: [
          user("News?"),
          assistant({ type: "text", text: "None" }, blank, { type: "text", text: "today." }),
          user("And?"),
        ],
      },
    },
    recording: {
      repository: "crmne/ruby_llm",
      path: "spec/fixtures/vcr_cassettes/chat_web_search_with_anthropic_claude-haiku-4-5_replays_search_turns_so_the_conversation_can_continue.yml",
    },
  },
  {
    what: "the first name of the beta of tools",
    profile: "messages",
    request: { headers: { "anthropic-beta": "tools-2024-04-04" } },
    recording: {
      repository: "traceloop/openllmetry",
      path: "packages/opentelemetry-instrumentation-anthropic/tests/cassettes/test_messages/test_async_anthropic_beta_message_stream_manager_legacy.yaml",
    },
  },
];

/** A recording that the strict profile does not follow. */
export interface UnfollowedRecording extends RecordedRequest {
  /** The message that the strict profile refuses it with. */
  readonly refusedWith: string;
  readonly reason: string;
}

/** Recordings against which something stands; each is an open question. */
export const unfollowedRecordings: readonly UnfollowedRecording[] = [
  {
    what: "a first message of the assistant",
    profile: "messages",
    request: { body: { messages: [{ role: "assistant", content: "Hello" }, user("Hello")] } },
    recording: {
      repository: "pydantic/pydantic-ai",
      path: "tests/models/cassettes/test_anthropic/test_anthropic_model_empty_message_on_history.yaml",
    },
    refusedWith: 'messages: first message must use the "user" role',
    reason: "One recording of 2025 took it; requirement M044 has it refused.",
  },
  {
    what: "the older token limit before the range of the temperature",
    profile: "chatCompletions",
    request: { body: { model: "gpt-5-nano", max_tokens: 5, temperature: -0.5 } },
    recording: {
      repository: "envoyproxy/ai-gateway",
      path: "tests/internal/testopenai/cassettes/chat-bad-request.yaml",
    },
    refusedWith:
      "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -0.5 instead.",
    reason:
      "The recording of 2025 names `max_tokens` first; a probe of 2026 found the form of members before what a model lacks.",
  },
];
