import { seal } from "../../../../responses/src/wire/seal.js";

/** An input that uses much of the wire. */
export interface Maximal<T> {
  readonly name: string;
  readonly body: T;
}

const schema = {
  type: "object",
  properties: {
    city: { type: "string", description: "Where", minLength: 1 },
    days: { type: "integer", minimum: 1, maximum: 14 },
  },
  required: ["city", "days"],
  additionalProperties: false,
};

const hello = { role: "user", content: "hello" };

/** Everything that a conversation has a neutral field for. */
const conversation: Maximal<object> = {
  name: "a conversation with every kind of item and part",
  body: {
    model: "m",
    instructions: "Be brief.",
    input: [
      { type: "message", role: "developer", content: [{ type: "input_text", text: "Be kind." }] },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Look at these:" },
          { type: "input_image", image_url: "https://example.com/a.png", detail: "high" },
          { type: "input_image", image_url: "data:image/png;base64,iVBORw0K" },
          {
            type: "input_file",
            file_data: "data:application/pdf;base64,JVBERi0x",
            filename: "report.pdf",
          },
          {
            type: "input_file",
            file_data: "data:text/plain;base64,d29yZHM=",
            filename: "notes.txt",
          },
        ],
      },
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "Let me see." }],
        encrypted_content: seal({ type: "thinking", text: "Let me see.", signature: "c2lnbmVk" }),
      },
      {
        type: "message",
        role: "assistant",
        phase: "commentary",
        content: [{ type: "output_text", text: "I will look.", annotations: [] }],
      },
      {
        type: "function_call",
        call_id: "call_1",
        name: "get_weather",
        arguments: '{"city":"Rome","deep":[1,2.5]}',
      },
      { type: "custom_tool_call", call_id: "call_2", name: "shell", input: "ls" },
      {
        type: "function_call",
        call_id: "call_3",
        name: "read",
        namespace: "files",
        arguments: "{}",
      },
      { type: "function_call_output", call_id: "call_1", output: "sunny" },
      {
        type: "custom_tool_call_output",
        call_id: "call_2",
        output: [
          { type: "input_text", text: "a.txt" },
          { type: "input_image", image_url: "data:image/png;base64,iVBORw0K" },
        ],
      },
      { type: "function_call_output", call_id: "call_3", output: "text" },
      { type: "message", role: "developer", content: "The user is in a hurry." },
      {
        type: "message",
        role: "assistant",
        content: [
          { type: "output_text", text: "It is noon.", annotations: [] },
          { type: "refusal", refusal: "Not more." },
        ],
      },
      { type: "message", role: "user", content: "Thanks." },
    ],
    tools: [
      {
        type: "function",
        name: "get_weather",
        description: "The weather of a city",
        parameters: schema,
        strict: true,
      },
      {
        type: "custom",
        name: "shell",
        description: "Runs a command",
        format: { type: "grammar", syntax: "lark", definition: "start: /.+/" },
      },
      {
        type: "namespace",
        name: "files",
        description: "Files of the user",
        tools: [{ type: "function", name: "read", parameters: { type: "object" } }],
      },
    ],
    tool_choice: "auto",
    parallel_tool_calls: false,
    max_output_tokens: 4096,
    temperature: 0.5,
    top_p: 0.9,
    reasoning: { effort: "high", summary: "auto" },
    text: {
      format: {
        type: "json_schema",
        name: "weather",
        description: "A forecast",
        schema,
        strict: true,
      },
      verbosity: "low",
    },
    stream: true,
    stream_options: { include_obfuscation: false },
    safety_identifier: "user-1",
    user: "user-2",
    service_tier: "default",
  },
};

const native: Maximal<object> = {
  name: "members that only this format knows",
  body: {
    model: "m",
    input: [
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "hi", prompt_cache_breakpoint: { mode: "explicit" } },
          { type: "input_file", file_id: "file_1" },
          { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
        ],
      },
      { type: "reasoning", summary: [], encrypted_content: "gAAAAA" },
      {
        type: "web_search_call",
        id: "ws_1",
        status: "completed",
        action: { type: "search", query: "x" },
      },
      { type: "compaction", encrypted_content: "gAAAAB" },
      { type: "mcp_approval_request", id: "mcpr_1", name: "x", arguments: "{}" },
      {
        type: "message",
        role: "assistant",
        content: [
          {
            type: "output_text",
            text: "cited",
            annotations: [
              {
                type: "url_citation",
                start_index: 0,
                end_index: 5,
                url: "https://example.com",
                title: "A page",
              },
            ],
            logprobs: [{ token: "cited", logprob: -0.5, bytes: [99], top_logprobs: [] }],
          },
        ],
      },
      hello,
    ],
    tools: [
      { type: "function", name: "a", parameters: { type: "object" }, defer_loading: true },
      { type: "web_search", search_context_size: "low" },
      { type: "file_search", vector_store_ids: ["vs_1"] },
      { type: "mcp", server_label: "files", server_url: "https://example.com/mcp" },
    ],
    tool_choice: { type: "file_search" },
    frequency_penalty: 0.5,
    presence_penalty: 0.5,
    top_logprobs: 3,
    max_tool_calls: 2,
    metadata: { topic: "x" },
    moderation: { model: "mod" },
    prompt_cache_key: "key",
    prompt_cache_options: { mode: "explicit", ttl: "30m" },
    prompt_cache_retention: "24h",
    truncation: "auto",
    context_management: [{ type: "compaction", compact_threshold: 1000 }],
    previous_response_id: "resp_1",
    access_programs: { id: "x" },
    client_metadata: { session: "s" },
    unknown_member: { deep: [1, "two"] },
  },
};

const updates: Maximal<object> = {
  name: "tools and settings among the items, and a set of allowed tools",
  body: {
    model: "m",
    input: [
      {
        type: "additional_tools",
        role: "developer",
        tools: [
          { type: "function", name: "late", parameters: schema, strict: false },
          {
            type: "namespace",
            name: "later",
            description: "Tools of the day",
            tools: [{ type: "function", name: "look" }],
          },
        ],
      },
      {
        type: "configuration_update",
        reasoning: { effort: "low", summary: "detailed", context: "auto" },
        text: { format: { type: "json_object" }, verbosity: "low", tone: "dry" },
        pace: "slow",
      },
      { role: "user", content: "hello" },
      {
        type: "compaction",
        encrypted_content: seal({ type: "compaction", text: "Earlier turns." }),
      },
      { role: "user", content: "again" },
    ],
    tools: [{ type: "function", name: "early" }],
    tool_choice: {
      type: "allowed_tools",
      mode: "required",
      tools: [
        { type: "function", name: "late" },
        { type: "namespace", name: "later" },
      ],
    },
    reasoning: { effort: "high", summary: "auto", context: "all_turns" },
    text: { format: { type: "text" }, verbosity: "medium" },
  },
};

const forced: Maximal<object> = {
  name: "a forced tool",
  body: {
    model: "m",
    input: "hello",
    tools: [{ type: "function", name: "get_weather", parameters: schema }],
    tool_choice: { type: "function", name: "get_weather" },
    include: ["message.output_text.logprobs"],
  },
};

/** Requests that together use all of the wire. */
export const requests: readonly Maximal<object>[] = [conversation, native, updates, forced];

const output = [
  {
    id: "rs_1",
    type: "reasoning",
    summary: [{ type: "summary_text", text: "Let me see." }],
    encrypted_content: "gAAAAC",
  },
  {
    id: "msg_1",
    type: "message",
    status: "completed",
    role: "assistant",
    content: [
      {
        type: "output_text",
        text: "Sunny.",
        annotations: [
          {
            type: "url_citation",
            start_index: 0,
            end_index: 6,
            url: "https://example.com",
            title: "A page",
          },
          { type: "file_citation", file_id: "file_1", filename: "a.txt", index: 0 },
        ],
        logprobs: [
          {
            token: "Sunny.",
            logprob: -0.25,
            bytes: [83],
            top_logprobs: [{ token: "Rainy.", logprob: -2.5, bytes: [82] }],
          },
        ],
      },
      { type: "refusal", refusal: "Not more." },
    ],
  },
  {
    id: "fc_1",
    type: "function_call",
    status: "completed",
    call_id: "call_1",
    name: "get_weather",
    arguments: '{"city":"Rome"}',
  },
  { id: "ws_1", type: "web_search_call", status: "completed", action: { type: "search" } },
];

const usage = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 42,
};

/** A response with every kind of item. */
export const whole = {
  id: "resp_1",
  object: "response",
  created_at: 1_700_000_000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "m-2026",
  service_tier: "priority",
  output,
  usage,
};

/** Whole replies that together use all of the wire. */
export const replies: readonly Maximal<object>[] = [
  { name: "every kind of item", body: whole },
  {
    name: "a cut",
    body: {
      ...whole,
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: output.slice(1, 2),
    },
  },
];

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The events of a reply, in which each piece stands in each place that the wire has for it. */
function eventsOf(): readonly Event[] {
  const events: Event[] = [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
  ];
  const add = (type: string, members: object) =>
    events.push({ type: `response.${type}`, ...members });
  const [reasoning, message, call, search] = output as unknown as readonly [
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const inReasoning = { item_id: "rs_1", output_index: 0, summary_index: 0 };
  add("output_item.added", { output_index: 0, item: { ...reasoning, summary: [] } });
  add("reasoning_summary_part.added", {
    ...inReasoning,
    part: { type: "summary_text", text: "" },
  });
  add("reasoning_summary_text.delta", { ...inReasoning, delta: "Let me see." });
  add("reasoning_summary_text.done", { ...inReasoning, text: "Let me see." });
  add("output_item.done", { output_index: 0, item: reasoning });
  const inText = { item_id: "msg_1", output_index: 1, content_index: 0 };
  const [text, refusal] = message.content as readonly Record<string, unknown>[];
  add("output_item.added", {
    output_index: 1,
    item: { ...message, status: "in_progress", content: [] },
  });
  add("content_part.added", {
    ...inText,
    part: { type: "output_text", text: "", annotations: [], logprobs: [] },
  });
  add("output_text.delta", { ...inText, delta: "Sunny.", logprobs: text?.logprobs });
  for (const [index, annotation] of ((text?.annotations ?? []) as object[]).entries()) {
    add("output_text.annotation.added", { ...inText, annotation_index: index, annotation });
  }
  add("output_text.done", { ...inText, text: "Sunny.", logprobs: text?.logprobs });
  add("content_part.done", { ...inText, part: text });
  const inRefusal = { ...inText, content_index: 1 };
  add("content_part.added", { ...inRefusal, part: { type: "refusal", refusal: "" } });
  add("refusal.delta", { ...inRefusal, delta: "Not more." });
  add("refusal.done", { ...inRefusal, refusal: "Not more." });
  add("content_part.done", { ...inRefusal, part: refusal });
  add("output_item.done", { output_index: 1, item: message });
  const inCall = { item_id: "fc_1", output_index: 2 };
  add("output_item.added", { output_index: 2, item: { ...call, arguments: "" } });
  add("function_call_arguments.delta", { ...inCall, delta: '{"city":"Rome"}' });
  add("function_call_arguments.done", { ...inCall, arguments: '{"city":"Rome"}' });
  add("output_item.done", { output_index: 2, item: call });
  add("output_item.added", { output_index: 3, item: search });
  add("output_item.done", { output_index: 3, item: search });
  add("completed", { response: whole });
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** Streams that together use all of the wire. */
export const streams: readonly Maximal<readonly Event[]>[] = [
  { name: "every kind of item", body: eventsOf() },
];
