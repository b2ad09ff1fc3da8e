import type { LanguageModelV4Message, LanguageModelV4ToolCallPart } from "@ai-sdk/provider";
import type { Block, ToolCallBlock } from "@diglot/core";
import { parseArguments } from "@diglot/core/frameworks";
import { rules } from "../rules.js";
import type { PromptContext } from "./context.js";
import { toParts } from "./parts.js";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** The parts of a turn of the assistant. */
export function toAssistantParts(
  blocks: readonly Block[],
  context: PromptContext,
): AssistantPart[] {
  return blocks.flatMap((block): AssistantPart[] => {
    switch (block.type) {
      case "thinking":
        return [toReasoning(block.text, block.signature && { signature: block.signature })];
      case "redacted_thinking":
        return [toReasoning("", { redactedData: block.data })];
      case "tool_call":
        return [toCall(block, context)];
      default:
        return toParts([block], context);
    }
  });
}

/** Reasoning, with the proof that its maker wants back; other providers ignore an option of that name. */
function toReasoning(
  text: string,
  proof: Readonly<Record<string, string>> | "" | undefined,
): AssistantPart {
  return { type: "reasoning", text, ...(proof && { providerOptions: { anthropic: proof } }) };
}

function toCall(
  block: ToolCallBlock,
  { receipt, proofs }: PromptContext,
): LanguageModelV4ToolCallPart {
  const input = parseArguments(block.arguments);
  if (input === undefined) receipt.apply(rules.brokenArguments, block.at ?? "");
  const proof = proofs.get(block.id);
  return {
    type: "tool-call",
    toolCallId: block.id,
    toolName: block.name,
    input: input ?? block.arguments,
    ...(proof && { providerOptions: proof }),
  };
}
