import type { Conversation, ToolChoice } from "../../../../conversation/conversation.js";
import { forcesServerTool } from "../../../../conversation/forced-server-tool.js";
import { placeOf } from "../../../../conversation/places.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { parallelToolCallsRules, toolChoiceRules, toolsRules } from "../rules/tools.js";
import type { WrittenTools } from "./definitions.js";

/** The request's members for its tools and the choice among them. */
export interface WrittenChoice {
  readonly members: JsonObject;
  /** Whether the model is forced to call a tool. */
  readonly forced: boolean;
}

/** Writes the tools, and how the model should use them. */
export function writeToolChoice(
  conversation: Conversation,
  tools: WrittenTools,
  context: WriteRequestContext,
): WrittenChoice {
  if (isUnsayableNone(conversation, tools, context)) {
    context.receipt.apply(toolsRules.withheld, placeOf(conversation, "tools"));
    return { members: {}, forced: false };
  }
  const choice = chooseTool(conversation, tools, context);
  const parallel = toParallel(conversation, tools, context);
  const { definitions } = tools;
  return {
    members: {
      ...(definitions.length > 0 && { tools: definitions }),
      ...(choice && { tool_choice: toWord(choice, context) }),
      ...parallel,
    },
    forced: choice?.type === "any" || choice?.type === "tool",
  };
}

/** Whether no tool may be called, and leaving out the tools is the only way to enforce that. */
function isUnsayableNone(
  { toolChoice }: Conversation,
  { definitions, synthesised }: WrittenTools,
  context: WriteRequestContext,
): boolean {
  const isNone = toolChoice?.type === "none" && definitions.length > 0 && !synthesised;
  return isNone && !takes("none", context);
}

type NeutralChoice = Exclude<ToolChoice, { readonly type: "native" }>;

/** The choice that is sent, if any. */
function chooseTool(
  conversation: Conversation,
  { definitions, synthesised }: WrittenTools,
  context: WriteRequestContext,
): NeutralChoice | undefined {
  const { toolChoice: choice } = conversation;
  const { native, receipt } = context;
  const at = placeOf(conversation, "toolChoice");
  if (synthesised) return takes("none", context) ? { type: "none" } : undefined;
  if (!choice) return undefined;
  if (choice.type === "native") {
    receipt.apply(native.toolChoice(choice.value), at);
    return undefined;
  }
  const isForced = choice.type === "any" || choice.type === "tool";
  if (forcesServerTool(conversation)) {
    receipt.apply(toolChoiceRules.serverTool, at);
    return undefined;
  }
  if (definitions.length === 0) {
    receipt.apply(isForced ? toolChoiceRules.withoutTools : toolChoiceRules.idle, at);
    return undefined;
  }
  if (choice.type === "tool" && !isDeclared(choice.name, conversation)) {
    receipt.apply(toolChoiceRules.unknownTool, at);
    return undefined;
  }
  if (takes(choice.type, context)) return choice;
  receipt.apply(
    choice.type === "auto" ? toolChoiceRules.implied : toolChoiceRules.unsupported,
    at,
    {
      from: choice.type,
    },
  );
  return undefined;
}

function takes(type: NeutralChoice["type"], { capabilities }: WriteRequestContext): boolean {
  return capabilities.toolChoice.includes(type);
}

function isDeclared(name: string, { tools }: Conversation): boolean {
  return tools.some((tool) => tool.type === "function" && tool.name === name);
}

function toWord(choice: NeutralChoice, { names }: WriteRequestContext): unknown {
  switch (choice.type) {
    case "auto":
    case "none":
      return choice.type;
    case "any":
      return "required";
    case "tool":
      return { type: "function", function: { name: names.toUpstream(choice.name) } };
  }
}

function toParallel(
  conversation: Conversation,
  { definitions, synthesised }: WrittenTools,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { parallelToolCalls: parallel } = conversation;
  if (parallel === undefined) return {};
  const parallelRules = parallelToolCallsRules;
  const at = placeOf(conversation, "parallelToolCalls");
  if (definitions.length === 0 || synthesised) {
    const isIdle = parallel || conversation.tools.length === 0;
    receipt.apply(isIdle ? parallelRules.idle : parallelRules.unsupported, at);
    return {};
  }
  if (capabilities.parallelToolCallsParam) return { parallel_tool_calls: parallel };
  receipt.apply(parallel ? parallelRules.idle : parallelRules.unsupported, at);
  return {};
}
