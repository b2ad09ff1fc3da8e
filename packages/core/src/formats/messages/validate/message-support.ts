import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import type { ContentBlockParam, SourceParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badField, badRequest } from "./problem.js";

/** Leading system messages are plain instructions, which every model accepts. */
export function findSystemTurn({ messages }: MessagesRequest, { systemTurns }: Capabilities) {
  if (systemTurns) return undefined;
  const start = messages.findIndex(({ role }) => role !== "system");
  if (start === -1 || !messages.some(({ role }, index) => index > start && role === "system")) {
    return undefined;
  }
  return badRequest(
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    "messages",
  );
}

/** Checks images and documents, wherever they are in a message. */
export function findMedia(request: MessagesRequest, capabilities: Capabilities) {
  if (capabilities.images && capabilities.documents) return undefined;
  for (const [index, { content }] of request.messages.entries()) {
    const found = findMediaIn(content, ["messages", index, "content"], capabilities);
    if (found) return found;
  }
  return undefined;
}

/** Media may also be inside tool results and documents. */
function findMediaIn(
  content: unknown,
  path: FieldPath,
  capabilities: Capabilities,
): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of (content as ContentBlockParam[]).entries()) {
    const tagged = [...path, index, block.type];
    if (block.type === "image" && !capabilities.images) {
      return badField(tagged, "image input is not supported for this model.");
    }
    if (block.type === "document" && !capabilities.documents) {
      return badField(tagged, "document input is not supported for this model.");
    }
    const inner = block.type === "document" ? (block.source as SourceParam).content : block.content;
    const found = findMediaIn(inner, [...tagged, "content"], capabilities);
    if (found) return found;
  }
  return undefined;
}

/** A last turn that a server tool paused is sent back to be resumed; that is not a prefill. */
export function findPrefill({ messages }: MessagesRequest, { prefill }: Capabilities) {
  const last = messages.at(-1);
  if (prefill || last?.role !== "assistant") return undefined;
  const block = Array.isArray(last.content)
    ? (last.content as ContentBlockParam[]).at(-1)
    : undefined;
  if (block?.type === "server_tool_use" || block?.type === "mcp_tool_use") return undefined;
  return badRequest(
    "This model does not support assistant message prefill. The conversation must end with a user message.",
    "messages",
  );
}
