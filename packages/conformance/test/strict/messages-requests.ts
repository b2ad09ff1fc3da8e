/** A request that the official SDK's types allow: what it shows, its members, and the betas it needs. */
export type LegalRequest = readonly [name: string, body: object, betas?: readonly string[]];

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const cache_control = { type: "ephemeral", ttl: "1h" };
const allowed_callers = [
  "direct",
  "code_execution_20250825",
  "code_execution_20260120",
  "code_execution_20260521",
];
const input_examples = [{ a: 1 }];
const common = { allowed_callers, cache_control, strict: true };
const custom = {
  name: "f",
  description: "d",
  input_schema: { type: "object", properties: { location: "bar" }, required: ["location"] },
};
const text = { type: "text", text: "x" };

interface Tool extends Readonly<Record<string, unknown>> {
  readonly type: string | null;
}
const search = { type: "web_search_20250305", name: "web_search" };
const screen = { name: "computer", display_height_px: 1, display_width_px: 1, ...common };
const computerUse = (date: string) => [`computer-use-${date}`];
const advisorBeta = ["advisor-tool-2026-03-01"];
const mcpBeta = ["mcp-client-2025-11-20"];
const domains = { allowed_domains: ["a.example"], blocked_domains: null, max_uses: 1 };

const tools: readonly (readonly [tool: Tool, betas?: readonly string[]])[] = [
  [
    {
      ...custom,
      ...common,
      type: "custom",
      input_examples,
      eager_input_streaming: true,
      strict: false,
    },
  ],
  [{ ...custom, type: null, eager_input_streaming: null, cache_control: null }],
  [{ type: "bash_20250124", name: "bash", ...common, input_examples }],
  [{ type: "bash_20241022", name: "bash", ...common, input_examples }, computerUse("2024-10-22")],
  [
    { type: "text_editor_20241022", name: "str_replace_editor", ...common },
    computerUse("2024-10-22"),
  ],
  [{ type: "computer_20241022", display_number: 0, ...screen }, computerUse("2024-10-22")],
  [{ type: "computer_20250124", display_number: null, ...screen }, computerUse("2025-01-24")],
  [{ type: "computer_20251124", enable_zoom: true, ...screen }, computerUse("2025-11-24")],
  ...["20250522", "20250825", "20260120", "20260521"].map(
    (date) => [{ type: `code_execution_${date}`, name: "code_execution", ...common }] as const,
  ),
  [{ type: "browser_toolset_20260801", configs: { find: { enabled: true, defer_loading: true } } }],
  [{ type: "computer_toolset_20260801", configs: { key: { enabled: null } }, cache_control }],
  [{ type: "memory_20250818", name: "memory", ...common, input_examples }],
  [{ type: "text_editor_20250124", name: "str_replace_editor", ...common, input_examples }],
  [{ type: "text_editor_20250429", name: "str_replace_based_edit_tool", ...common }],
  [{ type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 3 }],
  ...["20250305", "20260209", "20260318"].map(
    (date) =>
      [
        {
          type: `web_search_${date}`,
          name: "web_search",
          ...common,
          ...domains,
          user_location: { type: "approximate", city: "Rome", country: "IT", timezone: null },
        },
      ] as const,
  ),
  [{ ...search, type: "web_search_20260318", response_inclusion: "full" }],
  ...["20250910", "20260209", "20260309", "20260318"].map(
    (date) =>
      [
        {
          type: `web_fetch_${date}`,
          name: "web_fetch",
          ...common,
          ...domains,
          citations: { enabled: true },
          max_content_tokens: 3,
          url_sources: { user_input: { type: "all" } },
        },
      ] as const,
  ),
  [{ type: "web_fetch_20260309", name: "web_fetch", use_cache: true }],
  [
    {
      type: "web_fetch_20260318",
      name: "web_fetch",
      use_cache: false,
      response_inclusion: "excluded",
    },
  ],
  ...["bm25", "bm25_20251119", "regex", "regex_20251119"].map(
    (kind) =>
      [
        {
          type: `tool_search_tool_${kind}`,
          name: `tool_search_tool_${kind.replace("_20251119", "")}`,
          ...common,
        },
      ] as const,
  ),
  [
    { type: "advisor_20260301", name: "advisor", model: "m", caching: cache_control, ...common },
    advisorBeta,
  ],
  [
    {
      type: "mcp_toolset",
      mcp_server_name: "s",
      cache_control,
      configs: { x: { enabled: true } },
      default_config: { defer_loading: true },
      tools: [{ name: "x", input_schema: {} }],
    },
    mcpBeta,
  ],
  // Every member that some client leaves out.
  [search],
];

const serverCall = (name: string) => ({
  type: "server_tool_use",
  id: "srvtoolu_1",
  name,
  input: { q: 1 },
  caller: { type: "direct" },
  cache_control,
});

const results: readonly (readonly [tool: string, type: string, content: unknown])[] = [
  [
    "web_search",
    "web_search_tool_result",
    [{ type: "web_search_result", encrypted_content: "e", title: "t", url: "u", page_age: null }],
  ],
  [
    "web_search",
    "web_search_tool_result",
    { type: "web_search_tool_result_error", error_code: "unavailable" },
  ],
  [
    "web_fetch",
    "web_fetch_tool_result",
    {
      type: "web_fetch_result",
      url: "u",
      retrieved_at: null,
      content: { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } },
    },
  ],
  [
    "code_execution",
    "code_execution_tool_result",
    { type: "encrypted_code_execution_result", content: [], encrypted_stdout: "", return_code: 0 },
  ],
  [
    "bash_code_execution",
    "bash_code_execution_tool_result",
    { type: "bash_code_execution_result", content: [], return_code: 0, stderr: "", stdout: "" },
  ],
  [
    "text_editor_code_execution",
    "text_editor_code_execution_tool_result",
    { type: "text_editor_code_execution_create_result", is_file_update: false },
  ],
  [
    "tool_search_tool_regex",
    "tool_search_tool_result",
    {
      type: "tool_search_tool_search_result",
      tool_references: [{ type: "tool_reference", tool_name: "f" }],
    },
  ],
  ["advisor", "advisor_tool_result", { type: "advisor_result", text: "t", stop_reason: null }],
];

const image = (source: object) => ({
  type: "image",
  source,
  cache_control,
  transformations: { oversized_image: "downsize" },
});
const png = { type: "base64", media_type: "image/png", data: "iVBORw0K" };
const document = (source: object) => ({
  type: "document",
  source,
  title: "t",
  context: "c",
  citations: { enabled: true },
  cache_control,
});
const words = { type: "text", media_type: "text/plain", data: "words" };
const found = {
  type: "search_result",
  source: "s",
  title: "t",
  content: [{ ...text, citations: null }],
  citations: { enabled: true },
};
const citations = [
  [
    "char_location",
    { document_index: 0, document_title: null, start_char_index: 0, end_char_index: 1 },
  ],
  [
    "page_location",
    { document_index: 0, document_title: "t", start_page_number: 1, end_page_number: 2 },
  ],
  [
    "content_block_location",
    { document_index: 0, document_title: null, start_block_index: 0, end_block_index: 1 },
  ],
  ["web_search_result_location", { encrypted_index: "e", title: null, url: "https://a.example" }],
  [
    "search_result_location",
    { search_result_index: 0, source: "s", title: null, start_block_index: 0, end_block_index: 1 },
  ],
].map(([type, members]) => ({ type, cited_text: "x", ...(members as object) }));

const call = {
  type: "tool_use",
  id: "toolu_1",
  name: "f",
  input: { a: 1 },
  caller: { type: "direct" },
  cache_control,
};
const answering = (content: unknown, more: object = {}) => ({
  tools: [custom],
  messages: [
    user("hi"),
    assistant([call]),
    user([{ type: "tool_result", tool_use_id: "toolu_1", content, is_error: false, ...more }]),
  ],
});
const asking = (...blocks: readonly object[]) => ({ messages: [user(blocks)] });
const goingOn = (...blocks: readonly object[]) => ({
  messages: [user("hi"), assistant([...blocks, text]), user("go on")],
});

const contents: readonly LegalRequest[] = [
  ["images", asking(image(png), image({ type: "url", url: "https://a.example" }))],
  [
    "an image and a document by id",
    asking(image({ type: "file", file_id: "f" }), document({ type: "file", file_id: "f" })),
  ],
  ["an image with nulls", asking({ ...image(png), cache_control: null, transformations: null })],
  [
    "documents",
    asking(
      document({ type: "base64", media_type: "application/pdf", data: "JVBERi0x" }),
      document({ type: "url", url: "https://a.example/a.pdf" }),
      document(words),
    ),
  ],
  [
    "documents of blocks and of a string",
    asking(
      document({ type: "content", content: "words" }),
      document({ type: "content", content: [text, { type: "image", source: png }] }),
    ),
  ],
  [
    "a document with nulls",
    asking({
      ...document(words),
      title: null,
      context: null,
      citations: null,
      cache_control: null,
    }),
  ],
  ["search results", asking(found)],
  [
    "an upload for the container",
    asking({ type: "container_upload", file_id: "f", cache_control }, text),
  ],
  ["citations given back", goingOn({ ...text, citations })],
  [
    "thinking given back",
    {
      thinking: { type: "enabled", budget_tokens: 1024 },
      ...goingOn(
        { type: "thinking", thinking: "", signature: "abc" },
        { type: "redacted_thinking", data: "x" },
      ),
    },
  ],
  ...["x", "", undefined, []].map(
    (content) => [`a result that is ${JSON.stringify(content)}`, answering(content)] as const,
  ),
  [
    "a failed result of many blocks",
    answering(
      [
        text,
        { type: "image", source: png },
        document(words),
        { type: "tool_reference", tool_name: "f" },
      ],
      { is_error: true, toolset_name: null },
    ),
  ],
  ["a result of search results", answering([found, found], { cache_control })],
  [
    "the state of a browser",
    answering([{ type: "browser_state", tabs: [{ tab_id: "1", title: "t", url: "u" }] }]),
  ],
  ["calls without tools", { ...answering("x"), tools: undefined }],
  ...results.map(
    ([tool, type, content]) =>
      [
        `what ${tool} found (${type})`,
        goingOn(serverCall(tool), { type, tool_use_id: "srvtoolu_1", content, cache_control }),
        advisorBeta,
      ] as const,
  ),
  [
    "servers of tools",
    {
      mcp_servers: [
        { type: "url", name: "s", url: "https://a.example", authorization_token: null },
      ],
      ...goingOn(
        {
          type: "mcp_tool_listing",
          mcp_server_name: "s",
          tools: [{ name: "x", input_schema: {} }],
        },
        { type: "mcp_tool_use", id: "mcptoolu_1", name: "x", server_name: "s", input: {} },
        { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", content: [text], is_error: false },
      ),
    },
    mcpBeta,
  ],
  [
    "a compaction",
    {
      compaction: { type: "summarize", instructions: null },
      ...goingOn({ type: "compaction", content: "x", encrypted_content: null, tool_changes: null }),
    },
    ["compact-2026-09-04"],
  ],
  [
    "fallbacks",
    {
      fallbacks: [{ model: "b", max_tokens: 5, output_config: null, speed: null, thinking: null }],
      fallback_credit_token: { token: "t", mode: "strict" },
      ...goingOn(text, { type: "fallback", from: { model: "a" }, to: { model: "b" } }),
    },
    ["server-side-fallback-2026-07-01", "fallback-credit-2026-07-01"],
  ],
  ["a system message at the end", { messages: [user("hi"), { role: "system", content: "x" }] }],
  [
    "system messages in a row, with cache control",
    {
      messages: [
        user("hi"),
        { role: "system", content: [{ ...text, cache_control }], cache_control },
        { role: "system", content: "y" },
        assistant("ok"),
        user("go on"),
      ],
    },
  ],
  [
    "a system message that changes the tools",
    {
      messages: [
        user("hi"),
        {
          role: "system",
          content: [
            { type: "tool_addition", tool: { type: "tool_definition", definition: custom } },
            { type: "tool_removal", tool: { type: "mcp_toolset_reference", server_name: "s" } },
          ],
        },
      ],
    },
    ["mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"],
  ],
  [
    "a system message that is a change of effort",
    {
      messages: [
        user("hi"),
        { role: "system", output_config: { effort: "low" }, clear_at: "never" },
      ],
    },
    ["mid-conversation-output-config-2026-07-01", "mid-conversation-system-clear-at-2026-08-21"],
  ],
  [
    "a paused turn",
    { tools: [search], messages: [user("hi"), assistant([text, serverCall("web_search")])] },
  ],
  ["a reply that has begun", { messages: [user("hi"), assistant("The")] }],
  ["two turns of the user in a row", { messages: [user("hi"), user("ho")] }],
];

const edits = [
  {
    type: "clear_tool_uses_20250919",
    clear_at_least: { type: "input_tokens", value: 1 },
    clear_tool_inputs: true,
    exclude_tools: ["x"],
    keep: { type: "tool_uses", value: 1 },
    trigger: { type: "tool_uses", value: 2 },
  },
  { type: "clear_thinking_20251015", keep: "all" },
];

const parameters: readonly LegalRequest[] = [
  [
    "all released members",
    {
      cache_control,
      container: "c",
      diagnostics: { previous_message_id: null },
      inference_geo: "us",
      metadata: { user_id: '{"device_id":"x"}' },
      output_config: { effort: "max", format: { type: "json_schema", schema: { foo: "bar" } } },
      service_tier: "standard_only",
      speed: "fast",
      stop_sequences: ["x"],
      stream: false,
      system: [{ ...text, cache_control, citations: null }],
      thinking: { type: "adaptive", display: "omitted" },
    },
  ],
  [
    "null wherever it may stand",
    {
      cache_control: null,
      container: null,
      diagnostics: null,
      inference_geo: null,
      metadata: { user_id: null },
      output_config: { effort: null, format: null },
      speed: null,
      thinking: { type: "adaptive", display: null },
    },
  ],
  [
    "skills",
    { container: { id: null, skills: [{ type: "anthropic", skill_id: "x", version: "latest" }] } },
    ["skills-2025-10-02"],
  ],
  ["edits of the context", { context_management: { edits } }, ["context-management-2025-06-27"]],
  [
    "compaction by an edit",
    { context_management: { edits: [{ type: "compact_20260112", trigger: null }] } },
    ["compact-2026-01-12"],
  ],
  [
    "who pays",
    { billing_policy: { type: "billing_policy", bill_to: "user_profile" } },
    ["user-profiles-billing-2026-10-01"],
  ],
  [
    "a budget for the task",
    { output_config: { task_budget: { type: "tokens", total: 5, remaining: null } } },
    ["task-budgets-2026-03-13"],
  ],
  [
    "the older name of the format",
    { output_format: { type: "json_schema", schema: { foo: "bar" } } },
    ["structured-outputs-2025-11-13"],
  ],
  [
    "thinking as updates",
    { thinking: { type: "adaptive", display: "updates", block_binding: null } },
    ["thinking-display-updates-2026-08-18", "thinking-binding-controls-2026-08-01"],
  ],
  [
    "thinking by a budget",
    { thinking: { type: "enabled", budget_tokens: 1024, display: "summarized" } },
  ],
  ["thinking between tools", { thinking: { type: "between_tools" } }],
  ["no thinking", { thinking: { type: "disabled" } }],
  [
    "a budget above the limit",
    { thinking: { type: "enabled", budget_tokens: 9000 }, tools: [custom] },
    ["interleaved-thinking-2025-05-14"],
  ],
  ...[
    { type: "auto", disable_parallel_tool_use: true },
    { type: "any", disable_parallel_tool_use: true },
    { type: "tool", name: "f", disable_parallel_tool_use: false },
    { type: "none" },
  ].map(
    (tool_choice) => [`the choice ${tool_choice.type}`, { tools: [custom], tool_choice }] as const,
  ),
  ["no tools", { tools: [] }],
  ["filling the cache", { max_tokens: 0 }],
];

/** One request for every member and every kind of what the types of the official SDK let through. */
export const legalMessagesRequests: readonly LegalRequest[] = [
  ...tools.map(
    ([tool, betas = []], index) =>
      [`tool ${index} (${tool.type})`, { tools: [tool] }, betas] as const,
  ),
  ...contents,
  ...parameters,
];
