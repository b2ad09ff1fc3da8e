import type { Block, ToolResultBlock, Turn } from "../conversation/conversation.js";
import { cacheNameOf, cacheOf, extraOf, restOf, toBlocks } from "./parse-content.js";
import { formatName, type RequestMessage, type RequestToolCall } from "./types.js";

/** Roles whose content has the form that blocks are made of. */
const instructionRoles: ReadonlySet<string> = new Set(["system", "developer"]);

/** The messages in neutral words: leading instructions, then turns. */
export interface ParsedMessages {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
}

/**
 * Reads the messages. Tool messages in a row become the results of one user turn; instructions
 * after the first other message stay where they are, as system turns.
 */
export function parseMessages(messages: readonly RequestMessage[]): ParsedMessages {
  const firstOther = messages.findIndex(({ role }) => !instructionRoles.has(role));
  const leading = firstOther < 0 ? messages.length : firstOther;
  const turns: Turn[] = [];
  let results: ToolResultBlock[] | undefined;
  for (const message of messages.slice(leading)) {
    if (message.role !== "tool") {
      results = undefined;
      turns.push(toTurn(message));
      continue;
    }
    if (!results) {
      results = [];
      turns.push({ role: "user", blocks: results });
    }
    results.push(toResult(message));
  }
  return { system: messages.slice(0, leading).flatMap(toInstructions), turns };
}

/** The blocks of a leading instruction; what else the message holds stays with the first of them. */
function toInstructions(message: RequestMessage): readonly Block[] {
  const [first, ...others] = toBlocks(message.content);
  const rest = restOf(message, ["role", "content"]);
  if (!first || !rest || first.type === "native") return first ? [first, ...others] : [];
  return [{ ...first, extra: { ...rest, ...first.extra } }, ...others];
}

function toResult(message: RequestMessage): ToolResultBlock {
  const used = ["role", "content", "tool_call_id", cacheNameOf(message)];
  return {
    type: "tool_result",
    callId: message.tool_call_id ?? "",
    content: toBlocks(message.content),
    isError: false,
    ...cacheOf(message),
    ...extraOf(message, used),
  };
}

function toTurn(message: RequestMessage): Turn {
  if (message.role === "assistant") return toAssistantTurn(message);
  const role = instructionRoles.has(message.role) ? "system" : message.role;
  return { role, ...nameOf(message), ...toContent(message) };
}

function nameOf({ name }: RequestMessage): { name?: string } {
  return typeof name === "string" ? { name } : {};
}

/** A role that only another service knows may have content of any form. */
function toContent(message: RequestMessage): Pick<Turn, "blocks" | "extra"> {
  const { content } = message;
  const known =
    typeof content === "string" ||
    content === null ||
    content === undefined ||
    (Array.isArray(content) && content.every((part) => typeof part?.type === "string"));
  const used = typeof message.name === "string" ? ["role", "name"] : ["role"];
  return known
    ? { blocks: toBlocks(content), ...extraOf(message, [...used, "content"]) }
    : { blocks: [], ...extraOf(message, used) };
}

/** Thoughts, words, a refusal and calls, in the order in which a model produces them. */
function toAssistantTurn(message: RequestMessage): Turn {
  const { reasoning_content: thoughts, refusal, tool_calls } = message;
  const used = ["role", "content", "refusal", "tool_calls"];
  if (typeof message.name === "string") used.push("name");
  const blocks: Block[] = [];
  if (typeof thoughts === "string" && thoughts !== "") {
    blocks.push({ type: "thinking", text: thoughts });
    used.push("reasoning_content");
  }
  blocks.push(...toBlocks(message.content));
  if (refusal) blocks.push({ type: "refusal", text: refusal });
  blocks.push(...(tool_calls ?? []).map(toCall));
  return { role: "assistant", ...nameOf(message), blocks, ...extraOf(message, used) };
}

function toCall(call: RequestToolCall): Block {
  const { id, function: called, custom } = call;
  if (called && (call.type ?? "function") === "function") {
    const inner = restOf(called, ["name", "arguments"]);
    const rest = restOf(call, ["id", "type", "function"]);
    const extra = inner ? { ...rest, function: inner } : rest;
    const { name, arguments: written } = called;
    return { type: "tool_call", id, name, arguments: written, ...(extra ? { extra } : {}) };
  }
  if (custom && call.type === "custom") {
    const { name, input } = custom;
    return { type: "tool_call", id, name, arguments: input, ...extraOf(call, ["id", "custom"]) };
  }
  return { type: "native", format: formatName, value: call };
}
