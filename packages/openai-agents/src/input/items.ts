import type { Block, Conversation, InProcessRequest, ToolResultBlock } from "@diglot/core";
import {
  attachFiles,
  noteError,
  passingRules as rules,
  toolNamesOf,
} from "@diglot/core/frameworks";
import type { AgentInputItem, AssistantMessageItem } from "@openai/agents";
import { toParts } from "./content.js";

type Receipt = InProcessRequest["receipt"];

/** How an agent reads the instructions of its caller. */
export type CallerInstructions = "user" | "system";

/** A conversation as the input of an agent; losses and refusals are in the receipt. */
export function toItems(
  { system, turns }: Conversation,
  instructions: CallerInstructions,
  receipt: Receipt,
): AgentInputItem[] {
  const names = toolNamesOf(turns);
  return [
    ...toInstructions(system, instructions, receipt),
    ...turns.flatMap(({ role, blocks }) => {
      if (role === "assistant") return toAssistantItems(blocks, receipt);
      if (role === "system") return toInstructions(blocks, instructions, receipt);
      return toUserItems(blocks, names, receipt);
    }),
  ];
}

function toInstructions(
  blocks: readonly Block[],
  instructions: CallerInstructions,
  receipt: Receipt,
): AgentInputItem[] {
  if (blocks.length === 0) return [];
  const text = textOf(blocks, receipt, "\n\n");
  if (instructions === "system") return [{ role: "system", content: text }];
  receipt.apply(rules.instructions, blocks[0]?.at ?? "");
  return [{ role: "user", content: [{ type: "input_text", text }] }];
}

function textOf(blocks: readonly Block[], receipt: Receipt, between: string): string {
  return toParts(blocks, receipt)
    .map((part) => (part.type === "input_text" ? part.text : ""))
    .join(between);
}

/** A turn of the assistant: what it has said, then its calls. */
function toAssistantItems(blocks: readonly Block[], receipt: Receipt): AgentInputItem[] {
  const content = blocks.flatMap((block) => toSaid(block, receipt));
  const calls = blocks.flatMap((block): AgentInputItem[] => {
    if (block.type !== "tool_call") return [];
    const { id: callId, name, arguments: json } = block;
    return [{ type: "function_call", callId, name, arguments: json, status: "completed" }];
  });
  const said: AgentInputItem = { role: "assistant", status: "completed", content };
  return content.length > 0 ? [said, ...calls] : calls;
}

function toSaid(block: Block, receipt: Receipt): AssistantMessageItem["content"] {
  switch (block.type) {
    case "text":
      return [{ type: "output_text", text: block.text }];
    case "refusal":
      return [{ type: "refusal", refusal: block.text }];
    case "tool_call":
      return [];
    case "thinking":
    case "redacted_thinking":
      receipt.apply(rules.reasoning, block.at ?? "");
      return [];
    default:
      receipt.apply(rules.misplaced, block.at ?? "");
      return [];
  }
}

/**
 * Results come first: they answer the turn before. Their files follow in a message: models of Chat
 * Completions would lose them.
 */
function toUserItems(
  blocks: readonly Block[],
  names: ReadonlyMap<string, string>,
  receipt: Receipt,
): AgentInputItem[] {
  const results = blocks
    .filter((block) => block.type === "tool_result")
    .map((block) => attachFiles({ ...block, content: noteError(block, receipt) }, receipt));
  const rest = [
    ...results.flatMap(({ attached }) => attached),
    ...blocks.filter(({ type }) => type !== "tool_result"),
  ];
  const content = toParts(rest, receipt);
  return [
    ...results.map(({ result }) =>
      toResult(result, names.get(result.callId) ?? "unknown", receipt),
    ),
    ...(content.length > 0 ? [{ role: "user" as const, content }] : []),
  ];
}

function toResult(block: ToolResultBlock, name: string, receipt: Receipt): AgentInputItem {
  const { callId, content } = block;
  const output = { type: "text" as const, text: textOf(content, receipt, "\n") };
  return { type: "function_call_result", callId, name, status: "completed", output };
}
