import type { LegalRequest } from "./messages-requests.js";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const picture = {
  type: "image_url",
  image_url: { url: "https://a/b.png", detail: "original" },
  prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" },
};
const functionTool = {
  type: "function",
  function: { name: "f", description: "d", parameters: { type: "object" }, strict: null },
};
const customTool = {
  type: "custom",
  custom: {
    name: "c",
    description: "d",
    format: { type: "grammar", grammar: { definition: "d", syntax: "lark" } },
  },
};
/** One request for every member and every kind of what the types of the official SDK let through. */
export const legalChatRequests: readonly LegalRequest[] = [
  [
    "functions",
    {
      functions: [{ name: "f", description: "d", parameters: { foo: "bar" } }],
      function_call: "auto",
    },
  ],
  ["function_call none", { functions: [{ name: "f" }], function_call: "none" }],
  ["function_call name", { functions: [{ name: "f" }], function_call: { name: "f" } }],
  [
    "function history",
    {
      functions: [{ name: "f" }],
      messages: [
        user("a"),
        { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
        { role: "function", name: "f", content: "x" },
      ],
    },
  ],
  [
    "function content null",
    {
      messages: [
        user("a"),
        { role: "assistant", function_call: { name: "f", arguments: "{}" } },
        { role: "function", name: "f", content: null },
      ],
    },
  ],
  ["prediction", { prediction: { type: "content", content: "x" } }],
  ["prediction parts", { prediction: { type: "content", content: [{ type: "text", text: "x" }] } }],
  [
    "moderation",
    { moderation: { model: "m", policy: { input: { mode: "score" }, output: null } } },
  ],
  [
    "web_search_options",
    {
      web_search_options: {
        search_context_size: "low",
        user_location: { type: "approximate", approximate: { city: "x" } },
      },
    },
  ],
  ["modalities text", { modalities: ["text"] }],
  ["audio only param", { audio: { format: "wav", voice: { id: "x" } } }],
  ["n 1", { n: 1 }],
  ["logprobs false", { logprobs: false }],
  [
    "params",
    {
      frequency_penalty: -2,
      presence_penalty: 2,
      logit_bias: { 1: 5 },
      max_completion_tokens: 1,
      metadata: { foo: "string" },
      prompt_cache_key: "k",
      prompt_cache_options: { mode: "implicit", ttl: "30m" },
      prompt_cache_retention: "in_memory",
      reasoning_effort: "none",
      safety_identifier: "s",
      seed: -9007199254740991,
      service_tier: "auto",
      stop: "\n",
      store: true,
      stream: false,
      temperature: 1,
      top_p: 1,
      user: "u",
      verbosity: "low",
    },
  ],
  ["max_tokens", { max_tokens: 1 }],
  [
    "nulls",
    Object.fromEntries(
      "audio frequency_penalty logit_bias logprobs max_completion_tokens max_tokens metadata modalities moderation n prediction presence_penalty prompt_cache_key prompt_cache_retention reasoning_effort safety_identifier seed service_tier stop store stream stream_options temperature top_logprobs top_p verbosity function_call functions parallel_tool_calls prompt_cache_options response_format tool_choice tools user web_search_options"
        .split(" ")
        .map((k) => [k, null]),
    ),
  ],
  ...["none", "minimal", "low", "medium", "high", "xhigh", "max"].map(
    (e) => [`effort ${e}`, { reasoning_effort: e }] as const,
  ),
  ...["auto", "default", "flex", "scale", "priority", "fast"].map(
    (e) => [`tier ${e}`, { service_tier: e }] as const,
  ),
  ["stop list", { stop: ["a", "b", "c", "d"] }],
  ["stream", { stream: true, stream_options: { include_usage: true, include_obfuscation: true } }],
  ["stream false opts null", { stream: false, stream_options: null }],
  [
    "tools",
    {
      tools: [
        functionTool,
        customTool,
        { type: "function", function: { name: "g" } },
        { type: "custom", custom: { name: "h", format: { type: "text" } } },
      ],
      tool_choice: "none",
      parallel_tool_calls: true,
    },
  ],
  [
    "choice allowed",
    {
      tools: [functionTool, customTool],
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] },
      },
    },
  ],
  [
    "choice functionTool",
    { tools: [functionTool], tool_choice: { type: "function", function: { name: "f" } } },
  ],
  [
    "choice custom",
    { tools: [customTool], tool_choice: { type: "custom", custom: { name: "c" } } },
  ],
  ["choice required", { tools: [functionTool], tool_choice: "required" }],
  ["format text", { response_format: { type: "text" } }],
  ["format json", { response_format: { type: "json_object" } }],
  [
    "format json schema inside",
    { response_format: { type: "json_object", schema: { type: "object" } } },
  ],
  [
    "format schema",
    {
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", description: "d", schema: { foo: "bar" }, strict: null },
      },
    },
  ],
  ["format schema bare", { response_format: { type: "json_schema", json_schema: { name: "n" } } }],
  ["developer alone", { messages: [{ role: "developer", content: "x", name: "n" }] }],
  [
    "system parts",
    {
      messages: [
        {
          role: "system",
          content: [{ type: "text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } }],
        },
        user("x"),
      ],
    },
  ],
  [
    "user parts",
    {
      messages: [
        {
          role: "user",
          name: "n",
          content: [
            { type: "text", text: "x" },
            picture,
            { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
            {
              type: "file",
              file: { file_data: "data:application/pdf;base64,AAAA", filename: "f" },
            },
          ],
        },
      ],
    },
  ],
  [
    "user audio mp3",
    {
      messages: [
        user([
          {
            type: "input_audio",
            input_audio: { data: "AAAA", format: "mp3" },
            prompt_cache_breakpoint: { mode: "explicit" },
          },
        ]),
      ],
    },
  ],
  ["file id", { messages: [user([{ type: "file", file: { file_id: "file-1" } }])] }],
  [
    "file id in earlier turn",
    {
      messages: [
        user([{ type: "file", file: { file_id: "file-1", filename: "x" } }]),
        assistant("b"),
        user("c"),
      ],
    },
  ],
  [
    "file data plain base64",
    { messages: [user([{ type: "file", file: { file_data: "AAAA", filename: "a.pdf" } }])] },
  ],
  [
    "assistant",
    {
      messages: [
        user("x"),
        {
          role: "assistant",
          content: [{ type: "text", text: "a" }],
          name: "n",
          refusal: null,
          audio: null,
          annotations: [],
          function_call: null,
        },
        user("y"),
      ],
    },
  ],
  [
    "assistant refusal",
    {
      messages: [
        user("x"),
        { role: "assistant", content: [{ type: "refusal", refusal: "a" }] },
        user("y"),
        { role: "assistant", refusal: "no", content: null },
        user("z"),
      ],
    },
  ],
  [
    "assistant audio",
    { messages: [user("x"), { role: "assistant", audio: { id: "audio_1" } }, user("y")] },
  ],
  ["assistant last", { messages: [user("x"), assistant("y")] }],
  ["assistant first", { messages: [assistant("y"), user("x")] }],
  [
    "calls",
    {
      tools: [functionTool],
      messages: [
        user("x"),
        {
          role: "assistant",
          content: "",
          tool_calls: [
            {
              id: `call_${"x".repeat(46)}`,
              type: "function",
              function: { name: "f", arguments: "" },
            },
            { id: "c2", type: "custom", custom: { name: "c", input: "raw" } },
          ],
        },
        { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "x" }], name: "f" },
        { role: "tool", tool_call_id: `call_${"x".repeat(46)}`, content: "" },
      ],
    },
  ],
  [
    "calls bad json",
    {
      messages: [
        user("x"),
        {
          role: "assistant",
          tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{bad" } }],
        },
        { role: "tool", tool_call_id: "c", content: "x" },
        user("y"),
      ],
    },
  ],
  ["user empty", { messages: [user("")] }],
  [
    "two users system later",
    {
      messages: [
        user("a"),
        user("b"),
        { role: "system", content: "x" },
        { role: "developer", content: "x" },
      ],
    },
  ],
  ["user bare tool_choice none", { tool_choice: null }],
  [
    "cache_control parts",
    { messages: [user([{ type: "text", text: "x", cache_control: { type: "ephemeral" } }])] },
  ],
];
