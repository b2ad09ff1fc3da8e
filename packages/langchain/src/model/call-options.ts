import { type Conversation, placeOf, type Tool, type ToolChoice } from "@diglot/core";
import type { MessageContext } from "../messages/context.js";
import { rules } from "../rules.js";

/** What a chat model is called with besides its messages and its tools. */
export function toCallOptions(
  conversation: Conversation,
  context: MessageContext,
): Readonly<Record<string, unknown>> {
  const { stopSequences, seed } = conversation;
  return {
    ...(stopSequences.length > 0 && { stop: [...stopSequences] }),
    ...(seed !== undefined && context.family === "openai" && { seed }),
    ...toOutput(conversation, context),
  };
}

/** LangChain has no structured output that streams as text, so it is an option of the provider. */
function toOutput({ output, ...conversation }: Conversation, { family, receipt }: MessageContext) {
  if (!output || output.type === "text") return {};
  if (family === "openai") return { response_format: toResponseFormat(output) };
  if (family === "anthropic" && output.type === "json_schema") {
    return { outputConfig: { format: { type: "json_schema", schema: output.schema } } };
  }
  receipt.apply(rules.output, placeOf(conversation, "output"));
  return {};
}

function toResponseFormat(output: NonNullable<Conversation["output"]>) {
  if (output.type !== "json_schema") return { type: "json_object" };
  const { name = "response", description, schema, strict } = output;
  const optional = {
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
  return { type: "json_schema", json_schema: { name, schema, ...optional } };
}

/** Tools in the form that every provider of LangChain reads. */
export function toTools(tools: readonly Tool[]): readonly object[] {
  return tools.flatMap((tool) => {
    if (tool.type !== "function") return [];
    const { name, description, parameters, strict } = tool;
    const optional = {
      ...(description !== undefined && { description }),
      ...(strict !== undefined && { strict }),
    };
    return [{ type: "function", function: { name, parameters, ...optional } }];
  });
}

/** What tools are bound with: the choice among them, and whether several may be called. */
export function toToolOptions(conversation: Conversation, context: MessageContext): object {
  const { toolChoice, parallelToolCalls } = conversation;
  const choice = toolChoice && toChoice(toolChoice);
  const chosen = choice === undefined ? {} : { tool_choice: choice };
  if (parallelToolCalls !== false) return chosen;
  if (context.family === "openai") return { ...chosen, parallel_tool_calls: false };
  if (context.family === "anthropic" && choice !== "none") {
    return { tool_choice: { ...toAnthropicChoice(toolChoice), disable_parallel_tool_use: true } };
  }
  context.receipt.apply(rules.parallel, placeOf(conversation, "parallelToolCalls"));
  return chosen;
}

function toChoice(choice: ToolChoice): string | undefined {
  if (choice.type === "tool") return choice.name;
  return choice.type === "native" ? undefined : choice.type;
}

function toAnthropicChoice(choice: ToolChoice | undefined): object {
  return choice?.type === "tool"
    ? { type: "tool", name: choice.name }
    : { type: choice?.type ?? "auto" };
}
