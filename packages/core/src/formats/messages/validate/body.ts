import type { FieldPath } from "../../../errors/service-error.js";
import type { SizeLimits } from "../../../http/size-limits.js";
import {
  blockHead,
  blockSchemas,
  type ContentBlockParam,
  type SourceParam,
  sourceSchemas,
} from "../schemas/content.js";
import { countTokensHead, messageHead, requestHead } from "../schemas/request.js";
import { customTool, toolHead } from "../schemas/tools.js";
import type { MessageParam, MessagesRequest, ToolParam } from "../schemas/whole.js";
import type { FormatSettings } from "../settings.js";
import type { MessagesHead } from "../wire/head.js";
import { isOwnSignature, isValidSignature } from "../wire/signature.js";
import { assertMatches } from "./assert-matches.js";
import { assertParameters } from "./parameters.js";
import { badField, textFieldRequired, toServiceError } from "./problem.js";
import { assertVersionContent, assertVersionFields } from "./versions.js";

/** The purpose of a body: to create a message or to count tokens. */
export type Purpose = "create" | "count";

/**
 * Checks everything in a body that does not depend on the model: its schema, the rules of the
 * version and, in the strict profile, all rules of the real service.
 * @throws ServiceError `bad_request` naming the first invalid field
 */
export function validateRequest(
  body: unknown,
  head: MessagesHead,
  settings: FormatSettings,
  purpose: Purpose,
): MessagesRequest {
  assertVersionFields(body, head);
  assertMatches(purpose === "create" ? requestHead : countTokensHead, body, []);
  const request = body as MessagesRequest;
  assertCount(request.messages, settings.sizeLimits.messages, ["messages"]);
  assertTotalBlocks(request.messages, settings.sizeLimits.totalBlocks);
  assertCount(request.stop_sequences ?? [], settings.sizeLimits.stopSequences, ["stop_sequences"]);
  assertParameters(request, head);
  assertTools(request.tools, settings.sizeLimits);
  assertSystem(request.system, settings.sizeLimits);
  request.messages.forEach((message, index) => {
    assertMessage(message, ["messages", index], settings.sizeLimits);
  });
  assertVersionContent(request, head);
  settings.strict?.requests?.assertStrict(request, head, purpose);
  return request;
}

function assertCount(list: readonly unknown[], maximum: number, path: FieldPath): void {
  if (list.length <= maximum) return;
  throw toServiceError({
    code: "too_big",
    origin: "array",
    maximum,
    input: list,
    path: [...path],
  });
}

/** Counted before the messages themselves are checked, so that a refusal costs little. */
function assertTotalBlocks(messages: readonly unknown[], maximum: number): void {
  let total = 0;
  for (const message of messages) {
    const { content } = (message ?? {}) as Partial<MessageParam>;
    if (Array.isArray(content)) total += content.length;
  }
  if (total <= maximum) return;
  throw badField(["messages"], `All messages together should have at most ${maximum} blocks`);
}

function assertTools(tools: readonly ToolParam[] | null | undefined, limits: SizeLimits): void {
  if (!tools) return;
  assertCount(tools, limits.tools, ["tools"]);
  tools.forEach((tool, index) => {
    assertMatches(toolHead, tool, ["tools", index]);
    if (isCustomTool(tool)) assertMatches(customTool, tool, ["tools", index, "custom"]);
  });
}

/** Whether the caller runs the tool. */
export function isCustomTool(tool: ToolParam): boolean {
  return tool.type === undefined || tool.type === null || tool.type === "custom";
}

function assertSystem(system: unknown, limits: SizeLimits): void {
  if (system === undefined || system === null) return;
  assertContent(system, ["system"], limits);
}

function assertMessage(message: MessageParam, path: FieldPath, limits: SizeLimits): void {
  assertMatches(messageHead, message, path);
  // A system message may have no content, only other members such as a change of effort.
  if (message.role === "system" && message.content === undefined) return;
  assertContent(message.content, [...path, "content"], limits);
}

function assertContent(content: unknown, path: FieldPath, limits: SizeLimits): void {
  if (content === undefined) throw badField(path, textFieldRequired);
  if (typeof content === "string") return;
  if (!Array.isArray(content)) throw badField(path, "Input should be a valid string or list");
  assertCount(content, limits.blocks, path);
  content.forEach((block: ContentBlockParam, index) => {
    assertBlock(block, [...path, index], limits);
  });
}

function assertBlock(block: ContentBlockParam, path: FieldPath, limits: SizeLimits): void {
  assertMatches(blockHead, block, path);
  const schema = blockSchemas.get(block.type);
  if (!schema) return;
  const tagged = [...path, block.type];
  assertMatches(schema, block, tagged);
  assertInside(block, tagged, limits);
  if (block.type === "thinking") assertSignature(block, path);
}

/** Checks what is inside a block: a source or other blocks. `path` ends in the type. */
function assertInside(block: ContentBlockParam, path: FieldPath, limits: SizeLimits): void {
  if (block.type === "image" || block.type === "document") {
    assertSource(block.source as SourceParam, [...path, "source"], limits);
  }
  if (block.type === "search_result" || (block.type === "tool_result" && block.content != null)) {
    assertContent(block.content, [...path, "content"], limits);
  }
}

function assertSource(source: SourceParam, path: FieldPath, limits: SizeLimits): void {
  const tagged = [...path, source.type];
  const schema = sourceSchemas.get(source.type);
  if (schema) assertMatches(schema, source, tagged);
  if (source.type === "content") assertContent(source.content, [...tagged, "content"], limits);
}

/** Only signatures made by this service are checked; it cannot verify others. */
function assertSignature(block: ContentBlockParam, path: FieldPath): void {
  const signature = String(block.signature);
  if (!isOwnSignature(signature)) return;
  if (!isValidSignature(signature, String(block.thinking))) {
    throw badField(path, "Invalid `signature` in `thinking` block");
  }
}
