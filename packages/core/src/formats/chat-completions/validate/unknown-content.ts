import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import { reasoningTypes } from "../wire/reasoning-details.js";
import {
  type ChatCompletionRequest,
  type ContentPart,
  type RequestMessage,
  roles,
} from "../wire/types.js";
import { toServiceError } from "./problem.js";
import { partSchemas, toolCallSchemas } from "./schema.js";

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
    const path = ["messages", index];
    const found =
      findUnknown(message.role, roles, [...path, "role"], takes) ??
      findPart(message, [...path, "content"], takes) ??
      findToolCall(message, [...path, "tool_calls"], takes);
    if (found) return found;
  }
  return undefined;
}

function findUnknown(
  received: string,
  allowed: readonly string[],
  path: FieldPath,
  takes: Takes,
): ServiceError | undefined {
  if (allowed.includes(received) || takes(received)) return undefined;
  return toServiceError({ kind: "value", path, allowed, received });
}

/** The content of a role that the format does not know may have any form. */
function findPart(
  { role, content }: RequestMessage,
  path: FieldPath,
  takes: Takes,
): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, part] of content.entries()) {
    const type = (part as ContentPart | null)?.type;
    if (typeof type !== "string" || (role === "assistant" && isReasoning(type))) continue;
    const found = findUnknown(type, partTypes, [...path, index, "type"], takes);
    if (found) return found;
  }
  return undefined;
}

function isReasoning(type: string): boolean {
  return (reasoningTypes as readonly string[]).includes(type);
}

/** A call without a type is that of a function. */
function findToolCall(
  { role, tool_calls: calls }: RequestMessage,
  path: FieldPath,
  takes: Takes,
): ServiceError | undefined {
  if (role !== "assistant" || !calls) return undefined;
  for (const [index, { type }] of calls.entries()) {
    const found = findUnknown(type ?? "function", toolCallTypes, [...path, index, "type"], takes);
    if (found) return found;
  }
  return undefined;
}
