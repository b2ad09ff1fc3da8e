import type { CacheMark, JsonObject } from "../conversation/conversation.js";
import type { Rule } from "../conversation/rules.js";

/** What becomes elsewhere of the blocks that only this format knows. */

/** The rules of a type of block, and how it is told as text where it can be. */
interface OwnBlock {
  /** The first is the one for blocks without a rule of their own. */
  readonly rules: readonly [Rule, ...Rule[]];
  readonly choose?: ((block: JsonObject) => Rule) | undefined;
  readonly toText?: ((block: JsonObject) => string | undefined) | undefined;
}

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
  ["server_tool_use", folded("Calls of server tools are told as text.")],
  ["web_search_tool_result", folded("Results of server tools are told as text.")],
  ["web_fetch_tool_result", folded("Results of server tools are told as text.")],
  ["code_execution_tool_result", folded("Results of server tools are told as text.")],
  ["bash_code_execution_tool_result", folded("Results of server tools are told as text.")],
  ["text_editor_code_execution_tool_result", folded("Results of server tools are told as text.")],
  ["tool_search_tool_result", folded("Results of server tools are told as text.")],
  ["advisor_tool_result", folded("Results of server tools are told as text.")],
  ["mcp_tool_use", folded("Calls of MCP servers are told as text.")],
  ["mcp_tool_result", folded("Results of MCP servers are told as text.")],
  ["mcp_tool_listing", folded("Tools of MCP servers are told as text.")],
  ["compaction", asText("A summary of earlier turns is told as text.", toContentText)],
  ["connector_text", asText("It is told as text.", toPlainText)],
  ["fallback", dropped("Which model answered an earlier turn does not matter here.")],
]);

/** The rule of a block, its text, and its mark for the prompt cache. */
export function judgeBlock(block: JsonObject): {
  readonly rule: Rule;
  readonly text?: string | undefined;
  readonly cache?: CacheMark | undefined;
} {
  const own = ownBlocks.get(String(block.type));
  if (!own) return { rule: unknownBlock };
  const text = own.toText?.(block);
  const cache = block.cache_control ?? undefined;
  return {
    rule: own.choose?.(block) ?? own.rules[0],
    ...(text !== undefined && { text }),
    ...(cache !== undefined && { cache: cache as CacheMark }),
  };
}

function asText(reason: string, toText: OwnBlock["toText"]): OwnBlock {
  return { rules: [{ outcome: "approximated", to: "text", reason }], toText };
}

function dropped(reason: string): OwnBlock {
  return { rules: [{ outcome: "dropped", reason }] };
}

function refused(what: string): OwnBlock {
  return {
    rules: [{ outcome: "refused", reason: `The model behind this endpoint takes no ${what}.` }],
  };
}

/** What the vendor ran: refused, as nobody can go on with it; told as JSON text where it shall pass. */
function folded(told: string): OwnBlock {
  return {
    rules: [
      {
        outcome: "refused",
        whenWarned: "approximated",
        to: "text",
        reason: `The model behind this endpoint has no tools that the service runs. ${told}`,
      },
    ],
    toText: toJsonText,
  };
}

/** Its text is told; that the answer shall cite it, or content that is no text, cannot be. */
function searchResult(): OwnBlock {
  const told: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is told as text.",
  };
  const uncited: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is told as text, and the reply will not cite it.",
  };
  const notText: Rule = {
    outcome: "refused",
    reason: "The model behind this endpoint takes only search results that are text.",
  };
  return {
    rules: [told, uncited, notText],
    choose: (block) => {
      if (!isAllText(block.content)) return notText;
      return asksForCitations(block.citations) ? uncited : told;
    },
    toText: toSearchText,
  };
}

function isAllText(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.every((block: { readonly type?: unknown } | null) => block?.type === "text")
  );
}

function asksForCitations(citations: unknown): boolean {
  return (citations as { readonly enabled?: unknown } | null | undefined)?.enabled === true;
}

function toSearchText({ source, title, content }: JsonObject): string {
  const head = `<search_result source=${JSON.stringify(source)} title=${JSON.stringify(title)}>`;
  return `${head}\n${toTexts(content).join("\n")}\n</search_result>`;
}

function toReferenceText({ tool_name }: JsonObject): string {
  return `[tool: ${String(tool_name)}]`;
}

function toContentText({ content }: JsonObject): string | undefined {
  const texts = toTexts(content);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function toPlainText({ text }: JsonObject): string | undefined {
  return typeof text === "string" ? text : undefined;
}

function toJsonText({ cache_control, ...block }: JsonObject): string {
  return JSON.stringify(block);
}

/** The texts of content that is a string or a list of blocks. */
function toTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content
    .map((block: { readonly text?: unknown } | null) => block?.text)
    .filter((text) => typeof text === "string");
}
