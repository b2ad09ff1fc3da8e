/** The rules for one `type` of block. */
export interface BlockKind {
  /** Required members, in addition to those that both profiles require. */
  readonly required?: readonly string[] | undefined;
  /** All allowed members; absent if betas add some. */
  readonly members?: ReadonlySet<string> | undefined;
  /** The allowed types of its `source`. */
  readonly sources?: readonly string[] | undefined;
  /** The allowed types of the blocks in its `content`; if absent, they are not checked. */
  readonly content?: readonly string[] | undefined;
}

const cacheControl = "cache_control";
const serverResult: BlockKind = { required: ["tool_use_id", "content"] };

/** The types of blocks that the real service accepts, wherever they stand in a request. */
export const blockKinds: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ["advisor_tool_result", {}],
  ["bash_code_execution_tool_result", serverResult],
  ["browser_state", {}],
  ["code_execution_tool_result", serverResult],
  ["compaction", {}],
  ["container_upload", { required: ["file_id"] }],
  [
    "document",
    {
      members: new Set(["type", "source", "title", "context", "citations", cacheControl]),
      sources: ["base64", "content", "file", "text", "url"],
    },
  ],
  ["fallback", {}],
  [
    "image",
    {
      members: new Set(["type", "source", "transformations", cacheControl]),
      sources: ["base64", "file", "url"],
    },
  ],
  ["mcp_tool_listing", {}],
  ["mcp_tool_result", {}],
  ["mcp_tool_use", {}],
  ["redacted_thinking", { members: new Set(["type", "data"]) }],
  [
    "search_result",
    {
      members: new Set(["type", "content", "source", "title", "citations", cacheControl]),
      content: ["text"],
    },
  ],
  ["server_tool_use", { required: ["id", "name", "input"] }],
  ["text", { members: new Set(["type", "text", "citations", cacheControl]) }],
  ["text_editor_code_execution_tool_result", serverResult],
  ["thinking", { members: new Set(["type", "thinking", "signature"]) }],
  ["tool_addition", {}],
  ["tool_reference", {}],
  ["tool_removal", {}],
  [
    "tool_result",
    {
      members: new Set([
        "type",
        "tool_use_id",
        "content",
        "is_error",
        "toolset_name",
        cacheControl,
      ]),
      content: ["browser_state", "document", "image", "search_result", "text", "tool_reference"],
    },
  ],
  ["tool_search_tool_result", serverResult],
  [
    "tool_use",
    { members: new Set(["type", "id", "name", "input", "caller", "toolset_name", cacheControl]) },
  ],
  ["web_fetch_tool_result", serverResult],
  ["web_search_tool_result", serverResult],
]);
