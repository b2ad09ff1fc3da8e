import type { CacheControl, JsonObject } from "../../../conversation/conversation.js";
import type { Rule } from "../../../conversation/rules.js";
import {
  asText,
  dropped,
  folded,
  type OwnBlock,
  refused,
  searchResult,
  summary,
} from "./block-kinds.js";
import { toPlainText, toReferenceText } from "./block-texts.js";

/** What becomes elsewhere of the blocks that only this format knows. */

/** A type of block that nobody has described. */
export const unknownBlock: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint does not know this type of block.",
};

/** Every type of block, by its name. */
export const ownBlocks: ReadonlyMap<string, OwnBlock> = new Map<string, OwnBlock>([
  ["search_result", searchResult()],
  ["tool_reference", asText("A reference to a tool is told as text.", toReferenceText)],
  ["browser_state", refused("browser state")],
  ["container_upload", refused("uploads to a container")],
  ["tool_addition", refused("tools that come during a conversation")],
  ["tool_removal", refused("tools that go during a conversation")],
  ["image", refused("images from this kind of source")],
  ["document", refused("documents from this kind of source")],
  ["server_tool_use", folded("calls of server tools")],
  ["web_search_tool_result", folded("results of server tools")],
  ["web_fetch_tool_result", folded("results of server tools")],
  ["code_execution_tool_result", folded("results of server tools")],
  ["bash_code_execution_tool_result", folded("results of server tools")],
  ["text_editor_code_execution_tool_result", folded("results of server tools")],
  ["tool_search_tool_result", folded("results of server tools")],
  ["advisor_tool_result", folded("results of server tools")],
  ["mcp_tool_use", folded("calls of MCP servers")],
  ["mcp_tool_result", folded("results of MCP servers")],
  ["mcp_tool_listing", folded("tools of MCP servers")],
  ["compaction", summary()],
  ["connector_text", asText("It is told as text.", toPlainText)],
  ["fallback", dropped("Which model answered an earlier turn does not matter here.")],
]);

/** The rule of a block, its text, and its mark for the prompt cache. */
export function judgeBlock(block: JsonObject): {
  readonly rule: Rule;
  readonly text?: string | undefined;
  readonly cache?: CacheControl | undefined;
} {
  const own = ownBlocks.get(String(block.type));
  if (!own) return { rule: unknownBlock };
  const text = own.toText?.(block);
  const cache = block.cache_control ?? undefined;
  return {
    rule: own.choose?.(block) ?? own.rules[0],
    ...(text !== undefined && { text }),
    ...(cache !== undefined && { cache: cache as CacheControl }),
  };
}
