/** A request of each format that has all that every model here can answer. */
export const requests = {
  messages: {
    model: "any",
    max_tokens: 500,
    system: [{ type: "text", text: "S", cache_control: { type: "ephemeral", ttl: "5m" } }],
    messages: [
      { role: "user", content: "T" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "R", signature: "U" },
          { type: "text", text: "T" },
          { type: "tool_use", id: "toolu_1", name: "weather", input: { place: "Oslo" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "T" }] },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          { type: "image", source: { type: "url", url: "https://pictures.example/one.png" } },
          {
            ...{ type: "document", title: "D", context: "C" },
            source: { type: "text", media_type: "text/plain", data: "T" },
          },
          { type: "text", text: "T" },
        ],
      },
    ],
    tools: [
      {
        ...{ name: "weather", description: "D" },
        input_schema: {
          type: "object",
          properties: { place: { type: "string", description: "D", enum: ["Oslo"] } },
          required: ["place"],
        },
      },
    ],
    tool_choice: { type: "tool", name: "weather" },
    stop_sequences: ["Q"],
    metadata: { user_id: "ann" },
    service_tier: "auto",
  },
  chat: {
    model: "any",
    messages: [
      { role: "system", content: "S" },
      { role: "developer", content: "S" },
      { role: "user", name: "N", content: "T" },
      {
        ...{ role: "assistant", content: "T", refusal: "F", reasoning_content: "R" },
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "weather", arguments: '{"a":"b"}' } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "T" },
      {
        role: "user",
        content: [
          { type: "text", text: "T" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
          { type: "file", file: { filename: "F", file_data: "data:application/pdf;base64,AAAA" } },
        ],
      },
    ],
    tools: [
      {
        type: "function",
        function: {
          ...{ name: "weather", description: "D" },
          parameters: { type: "object", properties: { place: { type: "string", enum: ["Oslo"] } } },
        },
      },
    ],
    tool_choice: { type: "function", function: { name: "weather" } },
    metadata: { topic: "T" },
    stop: ["Q"],
    user: "ann",
    reasoning_effort: "low",
    prompt_cache_key: "K",
  },
} as const;

/** What some of the models here refuse. */
export const extras = {
  messages: {
    unheard_of: { member: "X" },
    messages: [{ role: "user", content: [{ type: "server_content", of: "X" }] }],
    mcp_servers: [{ type: "url", url: "https://tools.example", name: "N" }],
  },
  chat: {
    unheard_of: { member: "X" },
    messages: [
      {
        role: "user",
        content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }],
      },
    ],
    response_format: {
      type: "json_schema",
      json_schema: { name: "N", description: "D", schema: { type: "object", title: "T" } },
    },
    prediction: { type: "content", content: "T" },
  },
} as const;

const text = { type: "text", text: "T" };
const toolUse = { type: "tool_use", id: "toolu_2", name: "weather", input: { place: "Oslo" } };
const message = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "vendor" },
  usage: { input_tokens: 4, output_tokens: 2, service_tier: "standard", speed: { of: "it" } },
};
const completion = { id: "chatcmpl-1", created: 1, model: "vendor", system_fingerprint: "P" };
const toolCalls = [
  { id: "call_2", type: "function", function: { name: "weather", arguments: '{"a":"b"}' } },
];
const counts = { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6, note: { of: "it" } };

/** A whole reply of each format. */
export const replies = {
  messages: {
    ...message,
    content: [{ type: "thinking", thinking: "R", signature: "U" }, text, toolUse],
    ...{ stop_reason: "tool_use", stop_sequence: "Q" },
  },
  chat: {
    ...completion,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          ...{ role: "assistant", content: "T", refusal: "F", reasoning_content: "R" },
          tool_calls: toolCalls,
        },
        logprobs: { content: [{ token: "T", logprob: -1, bytes: [84], top_logprobs: [] }] },
        finish_reason: "tool_calls",
      },
    ],
    usage: counts,
    unheard_of: "X",
  },
} as const;

const delta = (index: number, change: object) => ({
  ...{ type: "content_block_delta", index },
  delta: change,
});
const chunk = (choices: readonly object[], more: object = {}) => ({
  ...{ ...completion, object: "chat.completion.chunk", choices },
  ...more,
});

/** The events of a streamed reply of each format. */
export const streams = {
  messages: [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    delta(0, { type: "thinking_delta", thinking: "R" }),
    delta(0, { type: "signature_delta", signature: "U" }),
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    delta(1, { type: "text_delta", text: "T" }),
    { type: "content_block_stop", index: 1 },
    { type: "content_block_start", index: 2, content_block: { ...toolUse, input: {} } },
    delta(2, { type: "input_json_delta", partial_json: '{"a":"b"}' }),
    { type: "content_block_stop", index: 2 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: "Q" },
      usage: { output_tokens: 2, note: { of: "it" } },
    },
    { type: "message_stop" },
  ],
  chat: [
    chunk([{ index: 0, delta: { role: "assistant", content: "", reasoning_content: "R" } }]),
    chunk([{ index: 0, delta: { content: "T", refusal: "F" } }]),
    chunk([{ index: 0, delta: { tool_calls: [{ index: 0, ...toolCalls[0] }] } }]),
    chunk([{ index: 0, delta: {}, finish_reason: "tool_calls" }]),
    chunk([], { usage: counts, unheard_of: "X" }),
  ],
} as const;

/** An error of each format, as a body and as an event of a stream. */
export const errors = {
  messages: {
    type: "error",
    error: { type: "invalid_request_error", message: "M", details: { of: "it" } },
    request_id: "req_1",
  },
  chat: { error: { message: "M", type: "invalid_request_error", param: "P", code: "C" } },
} as const;
