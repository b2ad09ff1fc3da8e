import type {
  Conversation,
  JsonObject,
  ToolChoice,
} from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import { toolRules } from "../rules/tools.js";
import type { EmittedTools } from "./definitions.js";

const rules = /* @__PURE__ */ casesOf(toolRules, "toolChoice");

/** What a request says of its tools and of the choice among them. */
export interface EmittedChoice {
  readonly members: JsonObject;
  /** Whether the model is made to call a tool. */
  readonly forced: boolean;
}

/** Writes the tools, and how the model shall use them. */
export function emitToolChoice(
  conversation: Conversation,
  tools: EmittedTools,
  context: EmitContext,
): EmittedChoice {
  if (isUnsayableNone(conversation, tools, context)) {
    context.receipt.apply(toolRules.tools.withheld, placeOf(conversation, "tools"));
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

/** Whether no tool shall be called, and the upstream can only be told so by having none. */
function isUnsayableNone(
  { toolChoice }: Conversation,
  { definitions, synthesised }: EmittedTools,
  context: EmitContext,
): boolean {
  const isNone = toolChoice?.type === "none" && definitions.length > 0 && !synthesised;
  return isNone && !takes("none", context);
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
    const isIdle = parallel || conversation.tools.length === 0;
    receipt.apply(isIdle ? parallelRules.idle : parallelRules.unsupported, at);
    return {};
  }
  if (capabilities.parallelToolCallsParam) return { parallel_tool_calls: parallel };
  receipt.apply(parallel ? parallelRules.idle : parallelRules.unsupported, at);
  return {};
}
