import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { type Conversation, placeOf, type Tool, type ToolChoice } from "@diglot/core";
import type { PromptContext } from "../prompt/context.js";
import { toCacheOptions } from "../prompt/part-options.js";
import { rules } from "../rules.js";

/** The tools of a request, and the choice among them. */
export function toToolOptions(
  { tools, toolChoice }: Conversation,
  context: PromptContext,
): Pick<LanguageModelV4CallOptions, "tools" | "toolChoice"> {
  if (tools.length === 0) return {};
  return {
    tools: tools.flatMap((tool) => (tool.type === "function" ? [toTool(tool, context)] : [])),
    ...(toolChoice && toChoice(toolChoice)),
  };
}

function toTool(
  tool: Extract<Tool, { type: "function" }>,
  context: PromptContext,
): LanguageModelV4FunctionTool {
  const { name, description, parameters, strict } = tool;
  if (strict !== undefined && context.family === undefined) {
    context.receipt.apply(rules.toolStrict, placeOf(tool, "strict"));
  }
  const options = toCacheOptions(tool, context);
  return {
    type: "function",
    name,
    inputSchema: parameters,
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
    ...(options && { providerOptions: options }),
  };
}

function toChoice(choice: ToolChoice): Pick<LanguageModelV4CallOptions, "toolChoice"> {
  switch (choice.type) {
    case "auto":
    case "none":
      return { toolChoice: { type: choice.type } };
    case "any":
      return { toolChoice: { type: "required" } };
    case "tool":
      return { toolChoice: { type: "tool", toolName: choice.name } };
    case "native":
      return {};
  }
}
