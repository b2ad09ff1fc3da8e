import type { Maximal } from "./messages-requests.js";

const cacheControl = { type: "ephemeral", ttl: "1h" };
const breakpoint = { mode: "explicit", ttl: "30m" };

const schema = {
  type: "object",
  properties: {
    city: { type: "string", description: "Where", minLength: 1 },
    days: { type: "integer", minimum: 1, maximum: 14 },
    tags: { type: "array", items: { $ref: "#/$defs/tag" } },
  },
  required: ["city", "days", "tags"],
  additionalProperties: false,
  $defs: { tag: { type: "string", enum: ["a", "b"] } },
};

const hello = { role: "user", content: "hello" };
const weather = {
  type: "function",
  function: { name: "get_weather", parameters: { type: "object", properties: {} } },
};

/** Everything that a conversation has a neutral field for. */
const conversation: Maximal = {
  name: "a conversation with every kind of part",
  body: {
    model: "m",
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "developer",
        content: [
          { type: "text", text: "Be kind.", cache_control: cacheControl },
          { type: "text", text: "Be quick.", prompt_cache_breakpoint: breakpoint },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "Look at these:" },
          { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "high" } },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0K" } },
          {
            type: "file",
            file: { file_data: "data:application/pdf;base64,JVBERi0x", filename: "report.pdf" },
          },
          {
            type: "file",
            file: { file_data: "data:text/plain;base64,d29yZHM=", filename: "notes.txt" },
          },
        ],
      },
      {
        role: "assistant",
        content: [{ type: "text", text: "I will look." }],
        reasoning_details: [
          {
            type: "reasoning.text",
            text: "Let me see.",
            signature: "c2lnbmF0dXJl",
            format: "anthropic-claude-v1",
            index: 0,
          },
          {
            type: "reasoning.encrypted",
            data: "b3BhcXVl",
            format: "anthropic-claude-v1",
            index: 1,
          },
        ],
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Rome","deep":[1,2.5]}' },
          },
          { id: "call_2", type: "function", function: { name: "get_time", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "sunny", is_error: true },
      {
        role: "tool",
        tool_call_id: "call_2",
        content: [{ type: "text", text: "noon", cache_control: cacheControl }],
      },
      { role: "developer", content: "The user is in a hurry." },
      { role: "assistant", content: "It is noon.", refusal: "Not more." },
      { role: "user", content: "Thanks." },
    ],
    tools: [
      {
        type: "function",
        function: {
          name: "get_weather",
          description: "The weather of a city",
          parameters: schema,
          strict: true,
        },
        cache_control: cacheControl,
      },
      { type: "function", function: { name: "get_time" } },
    ],
    tool_choice: "auto",
    parallel_tool_calls: false,
    max_completion_tokens: 4096,
    max_tokens: 4000,
    stop: ["END", "STOP"],
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    reasoning_effort: "high",
    response_format: {
      type: "json_schema",
      json_schema: { name: "weather", description: "A forecast", schema, strict: true },
    },
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: false },
    safety_identifier: "user-1",
    user: "user-2",
    service_tier: "default",
    prompt_cache_options: { mode: "explicit", ttl: "30m" },
  },
};

/** Native fields outside the messages. */
const nativeFields: Maximal = {
  name: "members that only this format knows",
  body: {
    model: "m",
    messages: [hello],
    audio: { format: "wav", voice: "alloy" },
    frequency_penalty: 0.5,
    presence_penalty: 0.5,
    logit_bias: { "50256": -50 },
    logprobs: true,
    top_logprobs: 3,
    metadata: { topic: "x" },
    modalities: ["text", "audio"],
    moderation: { model: "mod", policy: { input: { mode: "block" }, output: { mode: "score" } } },
    n: 2,
    prediction: { type: "content", content: [{ type: "text", text: "guess" }] },
    prompt_cache_key: "key",
    prompt_cache_retention: "24h",
    seed: 7,
    store: true,
    verbosity: "low",
    web_search_options: {
      search_context_size: "low",
      user_location: {
        type: "approximate",
        approximate: { city: "Rome", country: "IT", region: "Lazio", timezone: "Europe/Rome" },
      },
    },
    min_p: 0.1,
    repetition_penalty: 1.1,
    service_tier: "flex",
    unheard_of: { deep: [1, "x"] },
  },
};

/** Messages, parts and calls that have no place on the other wire. */
const ownMessages: Maximal = {
  name: "messages that only this format knows",
  body: {
    model: "m",
    messages: [
      { role: "system", name: "boss", content: "Be brief." },
      {
        role: "user",
        name: "ann",
        content: [
          { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
          { type: "file", file: { file_id: "file-1" } },
          { type: "text", text: "words", prompt_cache_breakpoint: breakpoint },
          { type: "part_of_tomorrow", member: "x" },
        ],
      },
      {
        role: "assistant",
        name: "bot",
        content: [
          { type: "text", text: "said" },
          { type: "refusal", refusal: "not said" },
        ],
        audio: { id: "audio_1" },
        reasoning_content: "I thought.",
        annotations: [
          {
            type: "url_citation",
            url_citation: { url: "https://example.com", title: "T", start_index: 0, end_index: 4 },
          },
        ],
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get_weather", arguments: '{"x":1}' },
            extra_content: { google: { thought_signature: "s" } },
          },
          { id: "call_2", type: "custom", custom: { name: "run", input: "print(1)" } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", name: "get_weather", content: "sunny" },
      { role: "tool", tool_call_id: "call_2", content: "1" },
      {
        role: "assistant",
        content: null,
        function_call: { name: "get_weather", arguments: '{"y":2}' },
      },
      { role: "function", name: "get_weather", content: "rain" },
      { role: "critic", content: "hm" },
      { role: "user", content: "go on" },
    ],
    tools: [
      weather,
      {
        type: "custom",
        custom: {
          name: "run",
          description: "Runs code",
          format: { type: "grammar", grammar: { definition: "start: x", syntax: "lark" } },
        },
      },
      { type: "tool_of_tomorrow", option: 1 },
    ],
    tool_choice: { type: "custom", custom: { name: "run" } },
  },
};

/** Values of single fields that exclude those above. */
const alternatives: readonly Maximal[] = [
  {
    name: "one forced tool and one stop sequence",
    body: {
      model: "m",
      messages: [hello],
      tools: [weather],
      tool_choice: { type: "function", function: { name: "get_weather" } },
      stop: "END",
      max_tokens: 100,
      response_format: { type: "json_object" },
      reasoning_effort: "none",
      temperature: 1.5,
      service_tier: "priority",
      user: "user-1",
      parallel_tool_calls: true,
      stream: false,
    },
  },
  {
    name: "a choice that must be made among the allowed tools",
    body: {
      model: "m",
      messages: [hello],
      tools: [weather, { type: "function", function: { name: "get_time" } }],
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: {
          mode: "required",
          tools: [{ type: "function", function: { name: "get_weather" } }],
        },
      },
      response_format: { type: "text" },
      reasoning: { effort: "high", max_tokens: 3000, enabled: true, exclude: true },
      temperature: 0,
      top_p: 0,
      cache_control: cacheControl,
    },
  },
  {
    name: "thinking in the other format's words, and a last turn to continue",
    body: {
      model: "m",
      messages: [hello, { role: "assistant", content: "Well, " }],
      tools: [weather],
      tool_choice: "none",
      thinking: { type: "enabled", budget_tokens: 2000 },
      response_format: { type: "grammar", grammar: "x" },
    },
  },
  {
    name: "reasoning as other services spell it, and the older functions",
    body: {
      model: "m",
      messages: [
        hello,
        {
          role: "assistant",
          content: "said",
          thinking_blocks: [
            { type: "thinking", thinking: "I thought.", signature: "c2ln" },
            { type: "redacted_thinking", data: "ZQ==" },
          ],
        },
        hello,
        { role: "assistant", content: "said", reasoning: "I thought." },
        hello,
      ],
      functions: [{ name: "old", description: "An old one", parameters: schema }],
      function_call: { name: "old" },
      tool_choice: "required",
      modalities: ["text"],
      n: 1,
      logprobs: false,
      store: false,
    },
  },
];

/** Requests that together use every field and every kind of part of the Chat Completions wire. */
export const chatCompletionsRequests: readonly Maximal[] = [
  conversation,
  nativeFields,
  ownMessages,
  ...alternatives,
];
