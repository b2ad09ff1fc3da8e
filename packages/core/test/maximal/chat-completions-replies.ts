import type { JsonObject } from "../../src/json/value.js";
import type { MaximalStream } from "./messages-replies.js";
import type { Maximal } from "./messages-requests.js";

const usage = {
  prompt_tokens: 60,
  completion_tokens: 40,
  total_tokens: 100,
  prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20, audio_tokens: 1 },
  completion_tokens_details: {
    reasoning_tokens: 12,
    audio_tokens: 2,
    accepted_prediction_tokens: 3,
    rejected_prediction_tokens: 4,
  },
};

const annotation = {
  type: "url_citation",
  url_citation: { url: "https://example.com", title: "T", start_index: 0, end_index: 4 },
};
const logprobs = {
  content: [
    {
      token: "I",
      logprob: -0.1,
      bytes: [73],
      top_logprobs: [{ token: "I", logprob: -0.1, bytes: [73] }],
    },
  ],
  refusal: null,
};
const moderation = {
  input: { type: "error", code: "x", message: "m" },
  output: { type: "error", code: "y", message: "n" },
};

const calls = [
  {
    id: "call_1",
    type: "function",
    function: { name: "get_weather", arguments: '{"city":"Rome"}' },
    extra_content: { google: { thought_signature: "s" } },
  },
  { id: "call_2", type: "function", function: { name: "get_time", arguments: "" } },
];

const reply = {
  id: "chatcmpl-abc",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "the-model",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "I saw that.",
        refusal: null,
        reasoning_content: "Let me see.",
        annotations: [annotation],
        audio: { id: "audio_1", data: "UklGRg==", expires_at: 1, transcript: "said" },
        tool_calls: calls,
      },
      logprobs,
      finish_reason: "tool_calls",
    },
  ],
  usage,
  service_tier: "priority",
  system_fingerprint: "fp_1",
  metadata: { topic: "x" },
  moderation,
  unheard_of: { deep: [1] },
};

function shortReply(message: JsonObject, finish_reason: string, more: JsonObject = {}): JsonObject {
  return {
    id: "chatcmpl-abc",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "the-model",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason, ...more }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };
}

/** JSON replies of the Chat Completions wire. */
export const chatCompletionsReplies: readonly Maximal[] = [
  { name: "every member of a message", body: reply },
  {
    name: "several choices",
    body: {
      ...shortReply({ content: "Well" }, "stop"),
      choices: [
        { index: 1, message: { role: "assistant", content: "Another" }, finish_reason: "length" },
        { index: 0, message: { role: "assistant", content: "Well" }, finish_reason: "stop" },
      ],
    },
  },
  {
    name: "a refusal",
    body: shortReply({ content: null, refusal: "That is dangerous." }, "content_filter"),
  },
  {
    name: "the older call of a function",
    body: shortReply(
      { content: null, function_call: { name: "get_weather", arguments: '{"x":1}' } },
      "function_call",
    ),
  },
  {
    name: "a call of a custom tool",
    body: shortReply(
      {
        content: null,
        tool_calls: [{ id: "call_1", type: "custom", custom: { name: "run", input: "x" } }],
      },
      "tool_calls",
    ),
  },
  {
    name: "reasoning details",
    body: shortReply(
      {
        content: "Well",
        reasoning: "Let me see.",
        reasoning_details: [
          {
            type: "reasoning.text",
            text: "Let me see.",
            signature: "c2ln",
            format: "anthropic-claude-v1",
            index: 0,
          },
          { type: "reasoning.encrypted", data: "ZQ==", format: "other-v1", index: 1 },
        ],
      },
      "length",
    ),
  },
  {
    name: "a stop sequence that the server names",
    body: shortReply({ content: "Well" }, "stop", { stop_reason: "END" }),
  },
  { name: "a reason of tomorrow", body: shortReply({ content: "Well" }, "reason_of_tomorrow") },
];

function chunk(delta: JsonObject, finish_reason: string | null = null): JsonObject {
  return {
    id: "chatcmpl-abc",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "the-model",
    choices: [{ index: 0, delta, finish_reason }],
  };
}

function callPiece(index: number, more: JsonObject): JsonObject {
  return chunk({ tool_calls: [{ index, ...more }] });
}

/** Streams of the Chat Completions wire; `[DONE]` follows each that is not an error. */
export const chatCompletionsStreams: readonly MaximalStream[] = [
  {
    name: "every member of a delta",
    events: [
      {
        ...chunk({ role: "assistant", content: "", refusal: null }),
        service_tier: "priority",
        system_fingerprint: "fp_1",
        obfuscation: "xx",
        moderation,
      },
      chunk({ reasoning_content: "Let me " }),
      chunk({ reasoning_content: "see." }),
      chunk({ content: "I saw " }),
      {
        ...chunk({}),
        choices: [{ index: 0, delta: { content: "that." }, logprobs, finish_reason: null }],
      },
      chunk({ annotations: [annotation] }),
      chunk({ audio: { id: "audio_1", data: "UklGRg==", expires_at: 1, transcript: "said" } }),
      callPiece(0, {
        id: "call_1",
        type: "function",
        function: { name: "get_weather", arguments: "" },
        extra_content: { google: { thought_signature: "s" } },
      }),
      callPiece(0, { function: { arguments: '{"city":"R' } }),
      callPiece(0, { function: { arguments: 'ome"}' } }),
      callPiece(1, {
        id: "call_2",
        type: "function",
        function: { name: "get_time", arguments: '{"zone":"UTC"}' },
      }),
      chunk({}, "tool_calls"),
      { ...chunk({}), choices: [], usage },
    ],
  },
  {
    name: "several choices",
    events: [
      chunk({ role: "assistant", content: "Well" }),
      {
        ...chunk({}),
        choices: [{ index: 1, delta: { content: "Another" }, finish_reason: null }],
      },
      chunk({}, "stop"),
    ],
  },
  {
    name: "a refusal",
    events: [
      chunk({ role: "assistant", content: null, refusal: "" }),
      chunk({ refusal: "That is dangerous." }),
      chunk({}, "content_filter"),
    ],
  },
  {
    name: "an error in the middle",
    events: [
      chunk({ role: "assistant", content: "Well" }),
      { error: { message: "Overloaded", type: "server_error", param: null, code: "overloaded" } },
    ],
  },
];
