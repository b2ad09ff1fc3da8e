import type { ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessageParam, MessagesRequest } from "../schemas/whole.js";
import { badField, badRequest, toChoiceText } from "../validate/problem.js";
import { roles } from "../wire/names.js";

/** Checks the order of roles, and that no message is empty. */
export function findTurnProblem(request: MessagesRequest): ServiceError | undefined {
  return (
    findRoleProblem(request) ??
    findFirstProblem(request) ??
    findSystemPlacementProblem(request) ??
    findEmptyProblem(request) ??
    findPrefillProblem(request)
  );
}

function findRoleProblem({ messages }: MessagesRequest): ServiceError | undefined {
  const index = messages.findIndex(({ role }) => !roles.includes(role));
  return index === -1 ? undefined : badField(["messages", index, "role"], toChoiceText(roles));
}

function findFirstProblem({ messages }: MessagesRequest): ServiceError | undefined {
  switch (messages[0]?.role) {
    case "assistant":
      return badField(["messages"], 'first message must use the "user" role');
    case "system":
      return badField(
        ["messages", 0],
        "role 'system' must not come first; use the top-level 'system' parameter",
      );
    default:
      return undefined;
  }
}

/** Consecutive system messages count as one, which needs the right neighbours on both sides. */
function findSystemPlacementProblem({ messages }: MessagesRequest): ServiceError | undefined {
  for (const [index, message] of messages.entries()) {
    if (message.role !== "system") continue;
    const previous = messages[index - 1];
    if (previous && !mayPrecedeSystem(previous)) {
      return badField(
        ["messages", index],
        "role 'system' must follow a 'user' message or an 'assistant' message that ends in a server tool result",
      );
    }
    if (messages[index + 1]?.role === "user") {
      return badField(
        ["messages", index],
        "role 'system' must precede an 'assistant' message or end the conversation",
      );
    }
  }
  return undefined;
}

function mayPrecedeSystem(message: MessageParam): boolean {
  if (message.role !== "assistant") return true;
  const last = toBlocks(message).at(-1);
  return last !== undefined && last.type !== "tool_result" && last.type.endsWith("_tool_result");
}

function findEmptyProblem({ messages, system }: MessagesRequest): ServiceError | undefined {
  for (const [index, message] of messages.entries()) {
    const found = findEmptyMessage(message, index, index === messages.length - 1);
    if (found) return found;
  }
  return Array.isArray(system) ? findBlankText(system, "system") : undefined;
}

function findEmptyMessage(
  message: MessageParam,
  index: number,
  isLast: boolean,
): ServiceError | undefined {
  const isEmpty = message.content === "" || (Array.isArray(message.content) && !message.content[0]);
  if (!isEmpty) return findBlankText(toBlocks(message), "messages");
  if (message.role === "user") {
    return badField(["messages", index], "user messages must have non-empty content");
  }
  if (message.role === "assistant" && isLast) return undefined;
  return badField(
    ["messages", index],
    "all messages must have non-empty content except for the optional final assistant message",
  );
}

/** White space is taken beside anything else, and empty text nowhere. */
function findBlankText(blocks: readonly ContentBlockParam[], field: string) {
  const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => String(text));
  if (texts.includes("")) return badField([field], "text content blocks must be non-empty");
  const isBlank = texts.length === blocks.length && !texts.some((text) => /\S/.test(text));
  return isBlank && texts.length > 0
    ? badField([field], "text content blocks must contain non-whitespace text")
    : undefined;
}

function findPrefillProblem({ messages, thinking, output_config }: MessagesRequest) {
  const last = messages.at(-1);
  const block = last?.role === "assistant" ? toBlocks(last).at(-1) : undefined;
  if (block?.type !== "text") return undefined;
  if (/\s$/.test(String(block.text))) {
    return badField(["messages"], "final assistant content cannot end with trailing whitespace");
  }
  if (thinking?.type === "enabled" || output_config?.format != null) {
    const name = output_config?.format != null ? "output_config.format" : "thinking";
    return badRequest(
      `Prefilling assistant messages cannot be combined with \`${name}\`.`,
      "messages",
    );
  }
  return undefined;
}

/** The blocks of a message; a string is one text block. */
export function toBlocks({ content }: MessageParam): readonly ContentBlockParam[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content ?? [];
}
