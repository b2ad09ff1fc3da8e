import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import { below, type Issue } from "../../../validation/issue.js";
import { type ContentPart, partSchemas } from "../schemas/content.js";
import { type RequestMessage, toolCallSchemas } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { roles } from "../wire/names.js";
import { reasoningTypes } from "../wire/reasoning-details.js";
import { toServiceError } from "./problem.js";

/** Whether the model takes a role or a type that the format does not know. */
type Takes = (name: string) => boolean;

/** The types of parts that the vendor knows. */
const partTypes: readonly string[] = [...partSchemas.keys()];
const toolCallTypes: readonly string[] = [...toolCallSchemas.keys()];

/** Finds a role, a part or a tool call that neither the format knows nor the model takes. */
export function findUnknownContent(
  { messages }: ChatCompletionRequest,
  { unknownContent }: Capabilities,
): ServiceError | undefined {
  if (unknownContent === true) return undefined;
  const takes: Takes = (name) => unknownContent.includes(name);
  for (const [index, message] of messages.entries()) {
    const issue = findUnknownIn(message, takes);
    if (issue) return toServiceError(below(issue, "messages", index));
  }
  return undefined;
}

function findUnknownIn(message: RequestMessage, takes: Takes): Issue | undefined {
  return (
    findUnknown(message.role, roles, ["role"], takes) ??
    findPart(message, takes) ??
    findToolCall(message, takes)
  );
}

function findUnknown(
  received: string,
  allowed: readonly string[],
  path: FieldPath,
  takes: Takes,
): Issue | undefined {
  if (allowed.includes(received) || takes(received)) return undefined;
  return { code: "invalid_value", values: [...allowed], input: received, path: [...path] };
}

/** The content of a role that the format does not know may have any form. */
function findPart({ role, content }: RequestMessage, takes: Takes): Issue | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, part] of content.entries()) {
    const type = (part as ContentPart | null)?.type;
    if (typeof type !== "string" || (role === "assistant" && isReasoning(type))) continue;
    const found = findUnknown(type, partTypes, ["type"], takes);
    if (found) return below(found, "content", index);
  }
  return undefined;
}

function isReasoning(type: string): boolean {
  return (reasoningTypes as readonly string[]).includes(type);
}

/** A call without a type is that of a function. */
function findToolCall(
  { role, tool_calls: calls }: RequestMessage,
  takes: Takes,
): Issue | undefined {
  if (role !== "assistant" || !calls) return undefined;
  for (const [index, { type }] of calls.entries()) {
    const found = findUnknown(type ?? "function", toolCallTypes, ["type"], takes);
    if (found) return below(found, "tool_calls", index);
  }
  return undefined;
}
