/**
 * The members inside native fields and blocks. The rule of the whole applies to them; the names are
 * listed so that the documentation is complete.
 */

/** The members of an object of the body, by its field. */
export const nestedMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["container", ["id", "skills", "skills.type", "skills.skill_id", "skills.version"]],
  [
    "context_management",
    [
      "edits",
      "edits.type",
      "edits.trigger",
      "edits.keep",
      "edits.clear_at_least",
      "edits.exclude_tools",
      "edits.clear_tool_inputs",
      "edits.instructions",
      "edits.pause_after_compaction",
    ],
  ],
  ["mcp_servers", ["type", "url", "name", "authorization_token", "tool_configuration"]],
  ["compaction", ["type", "instructions"]],
  ["diagnostics", ["previous_message_id"]],
  ["fallbacks", ["model", "max_tokens", "output_config", "speed", "thinking"]],
  ["fallback_credit_token", ["token", "mode"]],
  ["billing_policy", ["type", "bill_to"]],
  ["thread", ["type", "previous_message_id"]],
  ["output_config.task_budget", ["type", "total", "remaining"]],
  ["message.output_config", ["effort"]],
  ["block.citations", ["enabled", "type"]],
  ["block.caller", ["type", "tool_id"]],
  ["block.transformations", ["oversized_image"]],
]);

/** The members that only the vendor's tools have. */
export const serverToolMembers: readonly string[] = [
  "allowed_domains",
  "blocked_domains",
  "citations",
  "configs",
  "display_height_px",
  "display_number",
  "display_width_px",
  "enable_zoom",
  "max_characters",
  "max_content_tokens",
  "max_uses",
  "mcp_server_name",
  "model",
  "response_inclusion",
  "url_sources",
  "use_cache",
  "user_location",
];

/** The members of native blocks that no other block has, by the type of the block. */
export const nativeBlockMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["container_upload", ["file_id"]],
  ["tool_reference", ["tool_name"]],
  ["browser_state", ["tabs", "state_changes"]],
  ["tool_addition", ["tool"]],
  ["tool_removal", ["tool"]],
  ["mcp_tool_use", ["server_name"]],
  ["compaction", ["encrypted_content", "tool_changes"]],
  ["fallback", ["from", "to", "trigger"]],
]);
