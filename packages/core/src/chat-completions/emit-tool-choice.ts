import type { Conversation, JsonObject, ToolChoice } from "../conversation/conversation.js";
import { placeOf } from "../conversation/pointer.js";
import type { EmitContext } from "../upstream-format.js";
import { toolRules } from "./emit-rules-tools.js";
import type { EmittedTools } from "./emit-tools.js";

const rules = toolRules.toolChoice;

/** What a request says of the choice among its tools. */
export interface EmittedChoice {
  readonly members: JsonObject;
  /** Whether the model is made to call a tool. */
  readonly forced: boolean;
}

/** Writes how the model shall use its tools. */
export function emitToolChoice(
  conversation: Conversation,
  tools: EmittedTools,
  context: EmitContext,
): EmittedChoice {
  const choice = chooseTool(conversation, tools, context);
  const parallel = toParallel(conversation, tools, context);
  return {
    members: { ...(choice && { tool_choice: toWord(choice, context) }), ...parallel },
    forced: choice?.type === "any" || choice?.type === "tool",
  };
}

type NeutralChoice = Exclude<ToolChoice, { readonly type: "native" }>;

/** The choice that is sent, if one is. */
function chooseTool(
  conversation: Conversation,
  { definitions, synthesised }: EmittedTools,
  context: EmitContext,
): NeutralChoice | undefined {
  const { toolChoice: choice } = conversation;
  const { own, receipt } = context;
  const at = placeOf(conversation, "toolChoice");
  if (synthesised) return takes("none", context) ? { type: "none" } : undefined;
  if (!choice) return undefined;
  if (choice.type === "native") {
    receipt.apply(own.toolChoice(choice.value), at);
    return undefined;
  }
  const isForced = choice.type === "any" || choice.type === "tool";
  if (definitions.length === 0) {
    receipt.apply(isForced ? rules.withoutTools : rules.idle, at);
    return undefined;
  }
  if (choice.type === "tool" && !isDeclared(choice.name, conversation)) {
    receipt.apply(rules.unknownTool, at);
    return undefined;
  }
  if (takes(choice.type, context)) return choice;
  receipt.apply(choice.type === "auto" ? rules.implied : rules.unsupported, at, {
    from: choice.type,
  });
  return undefined;
}

function takes(type: NeutralChoice["type"], { capabilities }: EmitContext): boolean {
  return capabilities.toolChoice.includes(type);
}

function isDeclared(name: string, { tools }: Conversation): boolean {
  return tools.some((tool) => tool.type === "function" && tool.name === name);
}

function toWord(choice: NeutralChoice, { names }: EmitContext): unknown {
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
  { definitions, synthesised }: EmittedTools,
  { capabilities, receipt }: EmitContext,
): JsonObject {
  const { parallelToolCalls: parallel } = conversation;
  const parallelRules = toolRules.parallelToolCalls;
  const at = placeOf(conversation, "parallelToolCalls");
  if (parallel === undefined) return {};
  if (definitions.length === 0 || synthesised) {
    receipt.apply(parallelRules.idle, at);
    return {};
  }
  if (capabilities.parallelToolCallsParam) return { parallel_tool_calls: parallel };
  receipt.apply(parallel ? parallelRules.idle : parallelRules.unsupported, at);
  return {};
}
