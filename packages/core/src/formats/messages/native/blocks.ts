import type { CacheControl } from "../../../conversation/conversation.js";
import { dropped, ruleOf } from "../../../conversation/native-fields.js";
import type { Rule } from "../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../json/value.js";
import {
  asText,
  folded,
  type NativeBlock,
  notTaken,
  searchResult,
  summary,
} from "./block-kinds.js";
import { toPlainText, toReferenceText } from "./block-texts.js";

/** What happens in other formats to the blocks that only this format knows. */

/** A type of block without a rule. */
export const unknownBlock: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint does not know this type of block.",
};

/** Every type of block, by its name. */
export const nativeBlocks: ReadonlyMap<string, NativeBlock> = new Map<string, NativeBlock>([
  ["search_result", searchResult()],
  ["tool_reference", asText("A reference to a tool is sent as text.", toReferenceText)],
  ["browser_state", notTaken("browser state")],
  ["container_upload", notTaken("uploads to a container")],
  ["tool_addition", notTaken("tools that are added during a conversation")],
  ["tool_removal", notTaken("tools that are removed during a conversation")],
  ["image", notTaken("images from this kind of source")],
  ["document", notTaken("documents from this kind of source")],
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
  ["connector_text", asText("It is sent as text.", toPlainText)],
  ["fallback", dropped("Which model answered an earlier turn does not matter here.")],
]);

/** The rule of a block, its text, and its cache control. */
export function judgeBlock(block: JsonObject): {
  readonly rule: Rule;
  readonly text?: string | undefined;
  readonly cache?: CacheControl | undefined;
} {
  const native = nativeBlocks.get(String(block.type));
  if (!native) return { rule: unknownBlock };
  const text = native.toText?.(block);
  const cache = block.cache_control ?? undefined;
  return {
    rule: ruleOf(native, block),
    ...(text !== undefined && { text }),
    ...(cache !== undefined && { cache: cache as CacheControl }),
  };
}
