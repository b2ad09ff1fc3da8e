import type { ServiceError } from "../../../errors/service-error.js";
import type { MessageParam, MessagesRequest } from "../schemas/whole.js";
import { badField } from "../validate/problem.js";
import { toBlocks } from "./turns.js";

const reasoning = ["thinking", "redacted_thinking"];

/** Checks where thinking stands in the messages. */
export function findReasoningProblem(request: MessagesRequest): ServiceError | undefined {
  return findMisplacedReasoning(request) ?? findMissingReasoning(request);
}

/** Only the assistant thinks. */
function findMisplacedReasoning({ messages }: MessagesRequest): ServiceError | undefined {
  for (const [index, message] of messages.entries()) {
    if (message.role === "assistant") continue;
    const found = toBlocks(message).find(({ type }) => reasoning.includes(type));
    if (!found) continue;
    const text = `${found.type} blocks may only be in \`assistant\` messages`;
    return badField(["messages", index, "content"], text);
  }
  return undefined;
}

/**
 * With manual thinking, a turn that still waits for the reply to its tool results must contain the
 * thinking that it began with, in one of the assistant's messages since the user's last words.
 */
function findMissingReasoning(request: MessagesRequest): ServiceError | undefined {
  if (request.thinking?.type !== "enabled") return undefined;
  const { messages } = request;
  const index = findOpenTurn(messages);
  const first = messages[index];
  if (!first || messages.slice(index).some(hasReasoning)) return undefined;
  const type = firstType(first);
  return badField(
    ["messages", index, "content", 0, "type"],
    `Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
  );
}

/** The assistant message that begins the turn, if the request ends in tool results; otherwise -1. */
function findOpenTurn(messages: readonly MessageParam[]): number {
  const last = messages.at(-1);
  if (!last || !isResults(last)) return -1;
  const person = messages.findLastIndex(
    (message) => message.role === "user" && !isResults(message),
  );
  return messages.findIndex(({ role }, index) => index > person && role === "assistant");
}

function hasReasoning(message: MessageParam): boolean {
  return toBlocks(message).some(({ type }) => reasoning.includes(type));
}

function isResults(message: MessageParam): boolean {
  return message.role === "user" && firstType(message) === "tool_result";
}

function firstType(message: MessageParam): string | undefined {
  return toBlocks(message)[0]?.type;
}
