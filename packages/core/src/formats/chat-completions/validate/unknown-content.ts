import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import type { Problem } from "../../../schema/problem.js";
import { below } from "../../../schema/schema.js";
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
    const problem = findUnknownIn(message, takes);
    if (problem) return toServiceError(below(problem, "messages", index));
  }
  return undefined;
}

function findUnknownIn(message: RequestMessage, takes: Takes): Problem | undefined {
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
): Problem | undefined {
  if (allowed.includes(received) || takes(received)) return undefined;
  return { kind: "value", path, allowed, received };
}

/** The content of a role that the format does not know may have any form. */
function findPart({ role, content }: RequestMessage, takes: Takes): Problem | undefined {
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
): Problem | undefined {
  if (role !== "assistant" || !calls) return undefined;
  for (const [index, { type }] of calls.entries()) {
    const found = findUnknown(type ?? "function", toolCallTypes, ["type"], takes);
    if (found) return below(found, "tool_calls", index);
  }
  return undefined;
}
