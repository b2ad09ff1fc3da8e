import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import type { ContentPart } from "../schemas/content.js";
import type { RequestMessage } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { refuseParameter, refuseValue, toParam } from "./problem.js";

const instructionRoles: ReadonlySet<string> = new Set(["system", "developer"]);

type PartNeed = "images" | "documents" | "audio";

/** The capability that a part needs, by its type. */
const partNeeds: ReadonlyMap<string, PartNeed> = new Map([
  ["image_url", "images"],
  ["file", "documents"],
  ["input_audio", "audio"],
] as const);

/** Finds a message or a part that the model does not support. */
export function findMessageSupportFault(
  { messages }: ChatCompletionRequest,
  capabilities: Capabilities,
): ServiceError | undefined {
  let started = false;
  for (const [index, message] of messages.entries()) {
    const instruction = instructionRoles.has(message.role);
    if (instruction && started && !capabilities.systemTurns) {
      return refuseValue(
        ["messages", index, "role"],
        message.role,
        " Instructions must come before all other messages.",
      );
    }
    started ||= !instruction;
    const fault = findContentSupportFault(message, index, capabilities);
    if (fault) return fault;
  }
  return findPrefillFault(messages, capabilities);
}

function findContentSupportFault(
  { content }: RequestMessage,
  message: number,
  capabilities: Capabilities,
): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, part] of content.entries()) {
    const need = partNeeds.get((part as ContentPart | null)?.type ?? "");
    const path = need && ["messages", message, "content", index];
    const fault = path && findPartSupportFault(part, need, path, capabilities);
    if (fault) return fault;
  }
  return undefined;
}

function findPartSupportFault(
  part: ContentPart,
  need: PartNeed,
  path: FieldPath,
  capabilities: Capabilities,
): ServiceError | undefined {
  if (!capabilities[need]) return refuseValue([...path, "type"], part.type);
  // The service stores no files, so the id of a file means nothing to it.
  const uploaded = part.type === "file" && !part.file?.file_data && part.file?.file_id;
  return uploaded ? refuseParameter(toParam([...path, "file", "file_id"])) : undefined;
}

function findPrefillFault(
  messages: readonly RequestMessage[],
  { prefill }: Capabilities,
): ServiceError | undefined {
  const last = messages.length - 1;
  if (prefill || messages[last]?.role !== "assistant") return undefined;
  return refuseValue(
    ["messages", last, "role"],
    "assistant",
    " The last message must not have the role 'assistant'.",
  );
}
