/** What is fixed about one `type` of tool. */
export interface ToolKind {
  /** The only name it may have; toolsets have none. */
  readonly name?: string | undefined;
  /** The members it may have. */
  readonly fields: ReadonlySet<string>;
}

const common = ["type", "cache_control", "strict", "defer_loading", "allowed_callers"];
const named = [...common, "name"];
const client = [...named, "input_examples"];
const domains = ["allowed_domains", "blocked_domains"];
const webSearch = [...named, ...domains, "max_uses", "user_location"];
const webFetch = [
  ...named,
  ...domains,
  "max_uses",
  "citations",
  "max_content_tokens",
  "url_sources",
];
const toolset = ["type", "configs", "cache_control"];

/** The tool types of the real service. */
export const toolKinds: ReadonlyMap<string, ToolKind> = new Map([
  kind("bash_20250124", "bash", client),
  kind("browser_toolset_20260801", undefined, toolset),
  kind("code_execution_20250522", "code_execution", named),
  kind("code_execution_20250825", "code_execution", named),
  kind("code_execution_20260120", "code_execution", named),
  kind("code_execution_20260521", "code_execution", named),
  kind("computer_toolset_20260801", undefined, toolset),
  kind("custom", undefined, [...client, "description", "input_schema", "eager_input_streaming"]),
  kind("memory_20250818", "memory", client),
  kind("text_editor_20250124", "str_replace_editor", client),
  kind("text_editor_20250429", "str_replace_based_edit_tool", client),
  kind("text_editor_20250728", "str_replace_based_edit_tool", [...client, "max_characters"]),
  kind("tool_search_tool_bm25", "tool_search_tool_bm25", named),
  kind("tool_search_tool_bm25_20251119", "tool_search_tool_bm25", named),
  kind("tool_search_tool_regex", "tool_search_tool_regex", named),
  kind("tool_search_tool_regex_20251119", "tool_search_tool_regex", named),
  kind("web_fetch_20250910", "web_fetch", webFetch),
  kind("web_fetch_20260209", "web_fetch", webFetch),
  kind("web_fetch_20260309", "web_fetch", [...webFetch, "use_cache"]),
  kind("web_fetch_20260318", "web_fetch", [...webFetch, "use_cache", "response_inclusion"]),
  kind("web_search_20250305", "web_search", webSearch),
  kind("web_search_20260209", "web_search", webSearch),
  kind("web_search_20260318", "web_search", [...webSearch, "response_inclusion"]),
]);

/** Tool types that a beta adds, by the beginning of its name; their members are not checked. */
export const betaToolKinds: ReadonlyMap<string, string> = new Map([
  ["bash_20241022", "computer-use-"],
  ["computer_20241022", "computer-use-"],
  ["computer_20250124", "computer-use-"],
  ["computer_20251124", "computer-use-"],
  ["text_editor_20241022", "computer-use-"],
  ["advisor_20260301", "advisor-tool-"],
  ["mcp_toolset", "mcp-client-"],
]);

function kind(
  type: string,
  name: string | undefined,
  fields: readonly string[],
): readonly [string, ToolKind] {
  return [type, { name, fields: new Set(fields) }];
}
