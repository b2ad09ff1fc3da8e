import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { MessageParam, MessagesRequest } from "../schemas/whole.js";
import { badField, textExtraInputs, textFieldRequired, toChoiceText } from "../validate/problem.js";
import type { MessagesHead } from "../wire/head.js";

/** The released members of a body. */
const createFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "max_tokens",
  "system",
  "stream",
  "stop_sequences",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "metadata",
  "service_tier",
  "cache_control",
  "container",
  "inference_geo",
  "speed",
  "diagnostics",
  "temperature",
  "top_p",
  "top_k",
]);

/** Members that the token counter refuses because they only concern the output. */
const outputOnlyFields: ReadonlySet<string> = new Set([
  "max_tokens",
  "metadata",
  "stop_sequences",
  "stream",
  "temperature",
  "top_k",
  "top_p",
  "service_tier",
  "inference_geo",
  "container",
]);

/** Members that need a beta, and the prefixes of the betas that allow each one. */
const betaFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["context_management", ["context-management-", "compact-"]],
  ["mcp_servers", ["mcp-client-"]],
  ["fallbacks", ["server-side-fallback-"]],
  ["fallback_credit_token", ["fallback-credit-"]],
  ["compaction", ["compact-"]],
  ["thread", ["message-threads-"]],
  ["billing_policy", ["user-profiles-billing-"]],
  ["output_format", ["structured-outputs-"]],
  ["tags", ["request-tags-"]],
]);

const messageFields: ReadonlySet<string> = new Set(["role", "content"]);
const systemMessageFields: ReadonlySet<string> = new Set(["role", "content", "cache_control"]);
const systemBetaFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["clear_at", ["mid-conversation-system-clear-at-"]],
  ["output_config", ["mid-conversation-output-config-", "per-turn-control-"]],
]);

/** Finds a member of the body or of its messages that the real service does not know. */
export function findFieldProblem(
  request: MessagesRequest,
  head: MessagesHead,
  purpose: "create" | "count",
): ServiceError | undefined {
  const unknown = Object.keys(request).find((name) => !isKnown(name, head, purpose));
  if (unknown !== undefined) return badField([unknown], textExtraInputs);
  for (const [index, message] of request.messages.entries()) {
    const found = findMessageProblem(message, head, index);
    if (found) return found;
  }
  return undefined;
}

function isKnown(name: string, head: MessagesHead, purpose: "create" | "count"): boolean {
  if (purpose === "count" && outputOnlyFields.has(name)) return false;
  const betas = betaFields.get(name) ?? [];
  return createFields.has(name) || betas.some((beta) => hasBeta(head, beta));
}

function findMessageProblem(message: MessageParam, head: MessagesHead, index: number) {
  if (message.role === "system" && message.content === undefined && !("output_config" in message)) {
    return badField(["messages", index, "content"], textFieldRequired);
  }
  const known = message.role === "system" ? systemMessageFields : messageFields;
  if (message.role === "system" && message.clear_at != null) {
    const allowed = ["never", "next_user_message"];
    const isKnownValue = allowed.some((value) => value === message.clear_at);
    const isOn = hasBeta(head, "mid-conversation-system-clear-at-");
    if (isOn && !isKnownValue) {
      return badField(["messages", index, "clear_at"], toChoiceText(allowed));
    }
  }
  const unknown = Object.keys(message).find((name) => {
    const betas = message.role === "system" ? (systemBetaFields.get(name) ?? []) : [];
    return !known.has(name) && !betas.some((beta) => hasBeta(head, beta));
  });
  return unknown === undefined
    ? undefined
    : badField(["messages", index, unknown], textExtraInputs);
}

/** Whether the request names a beta with this prefix. */
export function hasBeta(head: MessagesHead, beginning: string): boolean {
  return head.betas.some((beta) => beta.startsWith(beginning));
}

/** The error about the first unknown member of an object. */
export function findExtraMember(
  object: object,
  known: ReadonlySet<string>,
  path: FieldPath,
): ServiceError | undefined {
  const unknown = Object.keys(object).find((name) => !known.has(name));
  return unknown === undefined ? undefined : badField([...path, unknown], textExtraInputs);
}
