import type { JsonObject } from "../../src/json/value.js";

/** A body that uses as much of its wire as one body can, and its name. */
export interface Maximal {
  readonly name: string;
  readonly body: JsonObject;
}

const shortCacheControl = { type: "ephemeral", ttl: "5m" };
const longCacheControl = { type: "ephemeral", ttl: "1h" };
const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };

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

const weather = { name: "get_weather", input_schema: { type: "object", properties: {} } };
const hello = { role: "user", content: "hello" };

/** Everything that a conversation has a neutral field for. */
const conversation: Maximal = {
  name: "a conversation with every kind of block",
  body: {
    model: "m",
    max_tokens: 4096,
    system: [
      { type: "text", text: "Be brief.", cache_control: longCacheControl },
      { type: "text", text: "Be kind." },
    ],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Look at these:", cache_control: shortCacheControl },
          {
            type: "image",
            source: { type: "base64", media_type: "image/png", data: "iVBORw0K" },
          },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          {
            type: "document",
            source: { type: "base64", media_type: "application/pdf", data: "JVBERi0x" },
            title: "report.pdf",
            context: "from finance",
            citations: { enabled: true },
          },
          {
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "plain words" },
            title: "notes",
            context: "from me",
          },
          {
            type: "document",
            source: {
              type: "content",
              content: [
                { type: "text", text: "one piece" },
                {
                  type: "image",
                  source: { type: "base64", media_type: "image/gif", data: "R0lGODlh" },
                },
              ],
            },
            title: "pieces",
          },
          {
            type: "search_result",
            source: "https://example.com/found",
            title: "Found",
            content: [{ type: "text", text: "what was found" }],
            citations: { enabled: true },
          },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Let me see.", signature: "c2lnbmF0dXJl" },
          { type: "redacted_thinking", data: "b3BhcXVl" },
          { type: "text", text: "I will look." },
          {
            type: "tool_use",
            id: "toolu_1",
            name: "get_weather",
            input: { city: "Rome", deep: { list: [1, 2.5, true], text: "x" } },
          },
          { type: "tool_use", id: "toolu_2", name: "get_time", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            is_error: true,
            cache_control: shortCacheControl,
            content: [
              { type: "text", text: "no such city" },
              {
                type: "image",
                source: { type: "base64", media_type: "image/webp", data: "UklGRg==" },
              },
              {
                type: "search_result",
                source: "https://example.com/s",
                title: "S",
                content: [{ type: "text", text: "found inside" }],
              },
            ],
          },
          { type: "tool_result", tool_use_id: "toolu_2", content: "noon" },
          { type: "text", text: "And now?" },
        ],
      },
      { role: "system", content: "The user is in a hurry." },
      { role: "assistant", content: "It is noon." },
      { role: "user", content: "Thanks." },
    ],
    tools: [
      {
        type: "custom",
        name: "get_weather",
        description: "The weather of a city",
        input_schema: schema,
        strict: true,
        cache_control: shortCacheControl,
      },
      {
        name: "get_time",
        input_schema: { type: "object", properties: {} },
        defer_loading: true,
        allowed_callers: ["direct", "code_execution_20260120"],
        input_examples: [{ zone: "UTC" }],
        eager_input_streaming: true,
      },
    ],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    stop_sequences: ["END", "STOP"],
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    stream: true,
    metadata: { user_id: "user-1" },
    service_tier: "standard_only",
    output_config: { effort: "high", format: { type: "json_schema", schema } },
    thinking: { type: "adaptive", display: "omitted" },
  },
};

/** Native fields outside the messages. */
const nativeFields: Maximal = {
  name: "members that only this format knows",
  body: {
    model: "m",
    max_tokens: 4096,
    messages: [hello],
    cache_control: longCacheControl,
    billing_policy: { type: "billing_policy", bill_to: "organization" },
    compaction: { type: "summarize", instructions: "short" },
    container: {
      id: "container_1",
      skills: [{ skill_id: "pptx", type: "anthropic", version: "1" }],
    },
    context_management: {
      edits: [
        {
          type: "clear_tool_uses_20250919",
          clear_at_least: { type: "input_tokens", value: 100 },
          clear_tool_inputs: true,
          exclude_tools: ["get_weather"],
          keep: { type: "tool_uses", value: 3 },
          trigger: { type: "input_tokens", value: 30_000 },
        },
        { type: "clear_thinking_20251015", keep: { type: "thinking_turns", value: 1 } },
        {
          type: "compact_20260112",
          instructions: "short",
          pause_after_compaction: true,
          trigger: { type: "input_tokens", value: 50_000 },
        },
      ],
    },
    diagnostics: { previous_message_id: "msg_0" },
    fallback_credit_token: { token: "t", mode: "strict" },
    fallbacks: [{ model: "other", max_tokens: 100, speed: "fast" }],
    inference_geo: "us",
    mcp_servers: [
      {
        type: "url",
        name: "server",
        url: "https://example.com/mcp",
        authorization_token: "t",
        tool_configuration: { enabled: true, allowed_tools: ["a"] },
      },
    ],
    output_config: { effort: "max", task_budget: { type: "tokens", total: 10_000, remaining: 5 } },
    speed: "fast",
    thread: { type: "continue", previous_message_id: "msg_0" },
    metadata: { user_id: "user-1", other: "x" },
    unheard_of: { deep: [1, "x"] },
  },
};

/** Tools that the vendor runs or defines, and blocks of them in the history. */
const ownTools: Maximal = {
  name: "tools that only this format knows",
  body: {
    model: "m",
    max_tokens: 4096,
    messages: [hello],
    tools: [
      weather,
      { type: "bash_20241022", name: "bash_1" },
      { type: "bash_20250124", name: "bash", cache_control: shortCacheControl, strict: true },
      { type: "text_editor_20241022", name: "editor_1" },
      { type: "text_editor_20250124", name: "str_replace_editor" },
      { type: "text_editor_20250429", name: "str_replace_based_edit_tool" },
      { type: "text_editor_20250728", name: "editor", max_characters: 1000 },
      { type: "memory_20250818", name: "memory", defer_loading: true },
      { type: "computer_20241022", name: "computer_1" },
      { type: "computer_20250124", name: "computer_2" },
      {
        type: "computer_20251124",
        name: "computer",
        display_width_px: 800,
        display_height_px: 600,
        display_number: 1,
        enable_zoom: true,
      },
      { type: "computer_toolset_20260801", configs: { key: { enabled: true } } },
      { type: "browser_toolset_20260801", configs: { find: { enabled: true } } },
      { type: "code_execution_20250522", name: "code_execution_1" },
      { type: "code_execution_20250825", name: "code_execution_2" },
      { type: "code_execution_20260120", name: "code_execution_3" },
      { type: "code_execution_20260521", name: "code_execution" },
      { type: "web_search_20250305", name: "web_search_1" },
      { type: "web_search_20260209", name: "web_search_2" },
      {
        type: "web_search_20260318",
        name: "web_search",
        allowed_domains: ["example.com"],
        max_uses: 3,
        response_inclusion: "full",
        user_location: {
          type: "approximate",
          city: "Rome",
          country: "IT",
          region: "Lazio",
          timezone: "Europe/Rome",
        },
      },
      { type: "web_fetch_20250910", name: "web_fetch_1" },
      { type: "web_fetch_20260209", name: "web_fetch_2" },
      { type: "web_fetch_20260309", name: "web_fetch_3" },
      {
        type: "web_fetch_20260318",
        name: "web_fetch",
        blocked_domains: ["example.org"],
        citations: { enabled: true },
        max_content_tokens: 5000,
        url_sources: { user_input: { type: "all" } },
        use_cache: true,
      },
      { type: "advisor_20260301", name: "advisor", model: "other", max_tokens: 10 },
      { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25_1" },
      { type: "tool_search_tool_bm25", name: "tool_search_tool_bm25" },
      { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex_1" },
      { type: "tool_search_tool_regex", name: "tool_search_tool_regex" },
      {
        type: "mcp_toolset",
        mcp_server_name: "server",
        default_config: { enabled: true },
        configs: { a: { defer_loading: true } },
      },
      { type: "tool_of_tomorrow", name: "tomorrow", option: 1 },
    ],
    tool_choice: { type: "any", disable_parallel_tool_use: false },
  },
};

const nativeBlocks: Maximal = {
  name: "blocks that only this format knows",
  body: {
    model: "m",
    max_tokens: 4096,
    tools: [weather],
    messages: [
      {
        role: "user",
        content: [
          {
            type: "image",
            source: { type: "file", file_id: "file_1" },
            transformations: { oversized_image: "downsize" },
          },
          { type: "document", source: { type: "file", file_id: "file_2" } },
          { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
          { type: "container_upload", file_id: "file_3", cache_control: shortCacheControl },
          { type: "block_of_tomorrow", member: "x" },
        ],
      },
      {
        role: "assistant",
        content: [
          {
            type: "text",
            text: "cited",
            citations: [
              {
                type: "char_location",
                cited_text: "plain",
                document_index: 0,
                document_title: "notes",
                start_char_index: 0,
                end_char_index: 5,
              },
            ],
          },
          {
            type: "server_tool_use",
            id: "srvtoolu_1",
            name: "web_search",
            input: { query: "x" },
            caller: { type: "direct" },
          },
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [
              {
                type: "web_search_result",
                url: "https://example.com",
                title: "T",
                encrypted_content: "ZQ==",
                page_age: "1 day",
              },
            ],
          },
          {
            type: "web_fetch_tool_result",
            tool_use_id: "srvtoolu_2",
            content: { type: "web_fetch_tool_result_error", error_code: "unavailable" },
          },
          {
            type: "code_execution_tool_result",
            tool_use_id: "srvtoolu_3",
            content: {
              type: "code_execution_result",
              content: [],
              return_code: 0,
              stderr: "e",
              stdout: "o",
            },
          },
          {
            type: "bash_code_execution_tool_result",
            tool_use_id: "srvtoolu_4",
            content: {
              type: "bash_code_execution_tool_result_error",
              error_code: "unavailable",
            },
          },
          {
            type: "text_editor_code_execution_tool_result",
            tool_use_id: "srvtoolu_5",
            content: {
              type: "text_editor_code_execution_create_result",
              is_file_update: true,
            },
          },
          {
            type: "tool_search_tool_result",
            tool_use_id: "srvtoolu_6",
            content: {
              type: "tool_search_tool_search_result",
              tool_references: [{ type: "tool_reference", tool_name: "get_weather" }],
            },
          },
          {
            type: "advisor_tool_result",
            tool_use_id: "srvtoolu_7",
            content: { type: "advisor_result", text: "advice" },
          },
          {
            type: "mcp_tool_use",
            id: "mcptoolu_1",
            name: "a",
            server_name: "server",
            input: { x: 1 },
          },
          {
            type: "mcp_tool_result",
            tool_use_id: "mcptoolu_1",
            is_error: true,
            content: [{ type: "text", text: "done" }],
          },
          {
            type: "mcp_tool_listing",
            mcp_server_name: "server",
            tools: [{ name: "a", input_schema: { type: "object" } }],
          },
          {
            type: "compaction",
            content: "what came before",
            encrypted_content: "ZQ==",
            signature: "c2ln",
          },
          {
            type: "fallback",
            from: { model: "a" },
            to: { model: "b" },
            trigger: { type: "refusal" },
          },
          { type: "connector_text", text: "from a connector" },
          {
            type: "tool_use",
            id: "toolu_1",
            name: "get_weather",
            input: { x: 1 },
            caller,
            toolset_name: "browser",
            cache_control: shortCacheControl,
          },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            toolset_name: "browser",
            content: [
              { type: "tool_reference", tool_name: "get_weather" },
              {
                type: "browser_state",
                tabs: [{ tab_id: "1", url: "https://example.com", title: "T", active: true }],
              },
              {
                type: "document",
                source: { type: "text", media_type: "text/plain", data: "inside" },
                title: "d",
              },
            ],
          },
        ],
      },
      {
        role: "system",
        clear_at: "next_user_message",
        output_config: { effort: "low" },
        content: [
          { type: "text", text: "Now slowly." },
          { type: "tool_addition", tool: { type: "tool_reference", tool_name: "get_time" } },
          { type: "tool_removal", tool: { type: "tool_reference", tool_name: "get_weather" } },
        ],
      },
      { role: "user", content: "go on" },
    ],
  },
};

/** Values of single fields that exclude those above. */
const alternatives: readonly Maximal[] = [
  {
    name: "a budget for thinking and one forced tool",
    body: {
      model: "m",
      max_tokens: 8192,
      system: "Be brief.",
      messages: [hello],
      thinking: { type: "enabled", budget_tokens: 2000, display: "summarized" },
      tools: [weather],
      tool_choice: { type: "tool", name: "get_weather", disable_parallel_tool_use: true },
      output_format: { type: "json_schema", schema: { type: "object", properties: {} } },
      service_tier: "auto",
      temperature: 1,
    },
  },
  {
    name: "thinking between tools and a choice that must be made",
    body: {
      model: "m",
      max_tokens: 8192,
      messages: [hello],
      thinking: { type: "between_tools" },
      tools: [weather],
      tool_choice: { type: "any" },
      container: "container_1",
      fallbacks: "default",
      fallback_credit_token: "t",
      top_p: 0,
      top_k: 0,
    },
  },
  {
    name: "no thinking, no tool, and a last turn to continue",
    body: {
      model: "m",
      max_tokens: 1,
      messages: [hello, { role: "assistant", content: "Well, " }],
      thinking: { type: "disabled" },
      tools: [weather],
      tool_choice: { type: "none" },
      thread: { type: "create" },
      stream: false,
    },
  },
  {
    name: "a tool choice of tomorrow",
    body: {
      model: "m",
      max_tokens: 1,
      messages: [hello],
      tools: [weather],
      tool_choice: { type: "choice_of_tomorrow", option: 1 },
      output_config: { format: { type: "grammar", grammar: "x" } },
    },
  },
];

/** Requests that together use every field and every kind of block of the Messages wire. */
export const messagesRequests: readonly Maximal[] = [
  conversation,
  nativeFields,
  ownTools,
  nativeBlocks,
  ...alternatives,
];
