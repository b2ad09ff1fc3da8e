import type { FieldPath, ServiceError } from "../../errors/service-error.js";
import { badField, textFieldRequired, toChoiceText, toTagText } from "../problem.js";
import type { ContentBlockParam, MessagesRequest, SourceParam } from "../types.js";

const callIdPattern = /^[a-zA-Z0-9_-]+$/;
const serverCallIdPattern = /^srvtoolu_[a-zA-Z0-9_]+$/;
const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** The types of blocks that the real service takes anywhere in a request. */
const blockTypes: readonly string[] = [
  "advisor_tool_result",
  "bash_code_execution_tool_result",
  "browser_state",
  "code_execution_tool_result",
  "compaction",
  "container_upload",
  "document",
  "fallback",
  "image",
  "mcp_tool_listing",
  "mcp_tool_result",
  "mcp_tool_use",
  "redacted_thinking",
  "search_result",
  "server_tool_use",
  "text",
  "text_editor_code_execution_tool_result",
  "thinking",
  "tool_addition",
  "tool_reference",
  "tool_removal",
  "tool_result",
  "tool_search_tool_result",
  "tool_use",
  "web_fetch_tool_result",
  "web_search_tool_result",
];

/** Keys that an echoed citation must have although they may be null, by its type. */
const nullableCitationFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["char_location", ["document_title"]],
  ["page_location", ["document_title"]],
  ["content_block_location", ["document_title"]],
  ["web_search_result_location", ["title"]],
  ["search_result_location", ["title"]],
]);

type BlockRule = (block: ContentBlockParam, path: FieldPath) => ServiceError | undefined;

/** What is checked about the block types beyond their schema; `path` ends in the type. */
const blockRules: ReadonlyMap<string, BlockRule> = new Map<string, BlockRule>([
  ["image", findImageProblem],
  ["text", findCitationProblem],
  ["tool_use", (block, path) => findIdProblem(block, "id", callIdPattern, path)],
  ["server_tool_use", (block, path) => findIdProblem(block, "id", serverCallIdPattern, path)],
  ["tool_result", (block, path) => findIdProblem(block, "tool_use_id", callIdPattern, path)],
]);

/** Types, ids, media types and citations of all blocks, those in tool results included. */
export function findBlockProblem(request: MessagesRequest): ServiceError | undefined {
  const found = findInContent(request.system, ["system"]);
  if (found) return found;
  for (const [index, { content }] of request.messages.entries()) {
    const inMessage = findInContent(content, ["messages", index, "content"]);
    if (inMessage) return inMessage;
  }
  return undefined;
}

function findInContent(content: unknown, path: FieldPath): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of (content as ContentBlockParam[]).entries()) {
    const found = findInBlock(block, [...path, index]);
    if (found) return found;
  }
  return undefined;
}

function findInBlock(block: ContentBlockParam, path: FieldPath): ServiceError | undefined {
  if (!blockTypes.includes(block.type)) return badField(path, toTagText(block.type, blockTypes));
  const tagged = [...path, block.type];
  const found = blockRules.get(block.type)?.(block, tagged);
  if (found || block.type !== "tool_result") return found;
  return findInContent(block.content, [...tagged, "content"]);
}

function findImageProblem(block: ContentBlockParam, path: FieldPath): ServiceError | undefined {
  const source = block.source as SourceParam;
  if (source.type !== "base64" || imageTypes.includes(String(source.media_type))) return undefined;
  return badField([...path, "source", "base64", "media_type"], toChoiceText(imageTypes));
}

function findIdProblem(
  block: ContentBlockParam,
  field: string,
  pattern: RegExp,
  path: FieldPath,
): ServiceError | undefined {
  if (pattern.test(String(block[field]))) return undefined;
  return badField([...path, field], `String should match pattern '${pattern.source}'`);
}

function findCitationProblem(block: ContentBlockParam, path: FieldPath): ServiceError | undefined {
  if (!Array.isArray(block.citations)) return undefined;
  for (const [index, citation] of (block.citations as Record<string, unknown>[]).entries()) {
    const type = String(citation?.type);
    const missing = nullableCitationFields.get(type)?.find((field) => !(field in citation));
    if (missing !== undefined) {
      return badField([...path, "citations", index, type, missing], textFieldRequired);
    }
  }
  return undefined;
}
