import type { JsonObject } from "../../src/json/value.js";
import type { Maximal } from "./messages-requests.js";

/** A stream that uses as much of its wire as one stream can, and its name. */
export interface MaximalStream {
  readonly name: string;
  /** The data of its events, in their order. */
  readonly events: readonly JsonObject[];
}

const usage = {
  input_tokens: 10,
  cache_creation_input_tokens: 20,
  cache_read_input_tokens: 30,
  cache_creation: { ephemeral_5m_input_tokens: 15, ephemeral_1h_input_tokens: 5 },
  output_tokens: 40,
  output_tokens_details: { thinking_tokens: 12 },
  server_tool_use: { web_search_requests: 1, web_fetch_requests: 2 },
  service_tier: "priority",
  inference_geo: "us",
  speed: "fast",
};

/** The counts in the last event of a stream. */
const lastUsage = {
  input_tokens: 11,
  cache_creation_input_tokens: 21,
  cache_read_input_tokens: 31,
  output_tokens: 40,
  output_tokens_details: { thinking_tokens: 12 },
  server_tool_use: { web_search_requests: 1, web_fetch_requests: 2 },
};

const webCitation = {
  type: "web_search_result_location",
  cited_text: "seen",
  url: "https://example.com",
  title: "T",
  encrypted_index: "ZQ==",
};
const textCitation = {
  type: "char_location",
  cited_text: "plain",
  document_index: 0,
  document_title: "notes",
  file_id: "file_1",
  start_char_index: 0,
  end_char_index: 5,
};
const serverCall = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_search",
  input: { query: "x" },
  caller: { type: "direct" },
};
const serverResult = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  caller: { type: "direct" },
  content: [
    {
      type: "web_search_result",
      url: "https://example.com",
      title: "T",
      encrypted_content: "ZQ==",
      page_age: "1 day",
    },
  ],
};

const content: readonly JsonObject[] = [
  { type: "thinking", thinking: "Let me see.", signature: "c2lnbmF0dXJl" },
  { type: "redacted_thinking", data: "b3BhcXVl" },
  { type: "text", text: "I saw ", citations: null },
  { type: "text", text: "that", citations: [webCitation] },
  { type: "text", text: ".", citations: [textCitation] },
  serverCall,
  serverResult,
  {
    type: "code_execution_tool_result",
    tool_use_id: "srvtoolu_3",
    content: { type: "code_execution_result", content: [], return_code: 0, stderr: "", stdout: "" },
  },
  {
    type: "mcp_tool_use",
    id: "mcptoolu_1",
    name: "a",
    server_name: "server",
    input: { x: 1 },
  },
  { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: "done" },
  { type: "container_upload", file_id: "file_1" },
  { type: "compaction", content: "what came before", encrypted_content: "ZQ==" },
  { type: "fallback", from: { model: "a" }, to: { model: "b" }, trigger: { type: "refusal" } },
  { type: "block_of_tomorrow", member: "x" },
  {
    type: "tool_use",
    id: "toolu_1",
    name: "get_weather",
    input: { city: "Rome", deep: { list: [1, 2.5, true] } },
    caller: { type: "direct" },
    toolset_name: "browser",
  },
  { type: "tool_use", id: "toolu_2", name: "get_time", input: {}, caller: { type: "direct" } },
];

const reply = {
  id: "msg_01abc",
  type: "message",
  role: "assistant",
  model: "the-model",
  container: {
    id: "container_1",
    expires_at: "2026-01-01T00:00:00Z",
    skills: [{ skill_id: "pptx", type: "anthropic", version: "1" }],
  },
  content,
  stop_reason: "tool_use",
  stop_sequence: null,
  stop_details: null,
  usage,
  context_management: {
    applied_edits: [
      {
        type: "clear_tool_uses_20250919",
        cleared_input_tokens: 5,
        cleared_tool_uses: 1,
      },
    ],
  },
  diagnostics: { cache_miss_reason: { type: "unavailable" } },
  input_transformations: [{ type: "thinking_dropped" }],
};

const short = {
  id: "msg_01abc",
  type: "message",
  role: "assistant",
  model: "the-model",
  content: [{ type: "text", text: "Well" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};

/** JSON replies of the Messages wire. */
export const messagesReplies: readonly Maximal[] = [
  { name: "every kind of block", body: reply },
  {
    name: "a refusal",
    body: {
      ...short,
      stop_reason: "refusal",
      stop_details: { type: "refusal", category: "cyber", explanation: "That is dangerous." },
    },
  },
  {
    name: "a stop sequence",
    body: { ...short, stop_reason: "stop_sequence", stop_sequence: "END" },
  },
  { name: "a pause", body: { ...short, stop_reason: "pause_turn" } },
  { name: "a full window", body: { ...short, stop_reason: "model_context_window_exceeded" } },
  { name: "a reason of tomorrow", body: { ...short, stop_reason: "reason_of_tomorrow" } },
];

const start = {
  type: "message_start",
  message: { ...reply, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
};

/** The events of one block. */
function block(index: number, opened: JsonObject, deltas: readonly JsonObject[]): JsonObject[] {
  return [
    { type: "content_block_start", index, content_block: opened },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** Streams of the Messages wire. */
export const messagesStreams: readonly MaximalStream[] = [
  {
    name: "every kind of block and delta",
    events: [
      start,
      { type: "ping" },
      ...block(0, { type: "thinking", thinking: "", signature: "" }, [
        { type: "thinking_delta", thinking: "Let me " },
        { type: "thinking_delta", thinking: "see." },
        { type: "signature_delta", signature: "c2lnbmF0dXJl" },
      ]),
      ...block(1, { type: "redacted_thinking", data: "b3BhcXVl" }, []),
      ...block(2, { type: "text", text: "", citations: null }, [
        { type: "text_delta", text: "I saw " },
        { type: "text_delta", text: "that" },
        { type: "citations_delta", citation: webCitation },
      ]),
      ...block(3, { type: "text", text: ".", citations: [] }, [
        { type: "citations_delta", citation: textCitation },
      ]),
      ...block(4, { ...serverCall, input: {} }, [
        { type: "input_json_delta", partial_json: '{"query":' },
        { type: "input_json_delta", partial_json: '"x"}' },
      ]),
      ...block(5, serverResult, []),
      ...block(6, { type: "compaction", content: null, encrypted_content: null }, [
        { type: "compaction_delta", content: "what came before", encrypted_content: "ZQ==" },
      ]),
      ...block(7, { type: "block_of_tomorrow", member: "x" }, [
        { type: "delta_of_tomorrow", member: "x" },
      ]),
      { type: "event_of_tomorrow", member: "x" },
      ...block(
        8,
        {
          type: "tool_use",
          id: "toolu_1",
          name: "get_weather",
          input: {},
          caller: { type: "direct" },
          toolset_name: "browser",
        },
        [
          { type: "input_json_delta", partial_json: "" },
          { type: "input_json_delta", partial_json: '{"city":"R' },
          { type: "input_json_delta", partial_json: 'ome"}' },
        ],
      ),
      {
        type: "message_delta",
        delta: {
          stop_reason: "tool_use",
          stop_sequence: null,
          stop_details: null,
          container: reply.container,
        },
        usage: lastUsage,
        context_management: reply.context_management,
        input_transformations: reply.input_transformations,
      },
      { type: "message_stop" },
    ],
  },
  {
    name: "a refusal",
    events: [
      start,
      ...block(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Well" }]),
      {
        type: "message_delta",
        delta: {
          stop_reason: "refusal",
          stop_sequence: null,
          stop_details: { type: "refusal", category: "cyber", explanation: "That is dangerous." },
        },
        usage: { output_tokens: 2 },
      },
      { type: "message_stop" },
    ],
  },
  {
    name: "an error in the middle",
    events: [
      start,
      ...block(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Well" }]),
      {
        type: "error",
        error: { type: "overloaded_error", message: "Overloaded", details: { code: "x" } },
        request_id: "req_1",
      },
    ],
  },
];
