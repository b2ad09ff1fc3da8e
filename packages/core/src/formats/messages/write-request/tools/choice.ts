import type { Conversation, ToolChoice } from "../../../../conversation/conversation.js";
import { forcesServerTool } from "../../../../conversation/forced-server-tool.js";
import { placeOf } from "../../../../conversation/places.js";
import type { JsonObject } from "../../../../json/value.js";
import { formatName } from "../../wire/names.js";
import type { WriteRequestContext } from "../context.js";
import { parallelToolCallsRules, toolChoiceRules } from "../rules/tools.js";
import type { WrittenTools } from "./definitions.js";

/** Writes the tool choice. On this wire it includes whether parallel calls are disabled. */
export function writeToolChoice(
  conversation: Conversation,
  { tools, synthesised }: WrittenTools,
  context: WriteRequestContext,
): JsonObject | undefined {
  const offered = synthesised ? [] : tools;
  const choice =
    offered.length === 0
      ? idleChoice(conversation, context)
      : toChoice(conversation, offered, context);
  const written = withParallel(choice, conversation, offered, context);
  return synthesised ? { type: "none" } : written;
}

/** Whether the reply must be a call. */
export function isForced(choice: JsonObject | undefined): boolean {
  return choice?.type === "any" || choice?.type === "tool";
}

function idleChoice(conversation: Conversation, { receipt }: WriteRequestContext): undefined {
  const { toolChoice } = conversation;
  if (!toolChoice) return undefined;
  if (forcesServerTool(conversation)) {
    receipt.apply(toolChoiceRules.serverTool, placeOf(conversation, "toolChoice"));
    return undefined;
  }
  const idle = toolChoice.type === "auto" || toolChoice.type === "none";
  receipt.apply(
    idle ? toolChoiceRules.idle : toolChoiceRules.noTools,
    placeOf(conversation, "toolChoice"),
  );
  return undefined;
}

function toChoice(
  conversation: Conversation,
  offered: readonly JsonObject[],
  context: WriteRequestContext,
): JsonObject | undefined {
  const { toolChoice: choice } = conversation;
  if (!choice) return undefined;
  const at = placeOf(conversation, "toolChoice");
  const { capabilities, receipt } = context;
  if (choice.type === "native") return toNativeChoice(choice, at, context);
  if (!capabilities.toolChoice.includes(choice.type)) {
    receipt.apply(choice.type === "auto" ? toolChoiceRules.idle : toolChoiceRules.unsupported, at);
    return undefined;
  }
  if (choice.type !== "tool") return { type: choice.type };
  const name = context.names.toUpstream(choice.name);
  if (!offered.some((tool) => tool.name === name)) receipt.apply(toolChoiceRules.unknownTool, at);
  return { type: "tool", name };
}

function toNativeChoice(
  { format, value }: Extract<ToolChoice, { readonly type: "native" }>,
  at: string,
  { native, receipt }: WriteRequestContext,
): JsonObject | undefined {
  if (format === formatName) return value;
  receipt.apply(native.toolChoice(value), at);
  return undefined;
}

function withParallel(
  choice: JsonObject | undefined,
  conversation: Conversation,
  offered: readonly JsonObject[],
  { capabilities, receipt }: WriteRequestContext,
): JsonObject | undefined {
  const { parallelToolCalls: parallel } = conversation;
  if (parallel === undefined) return choice;
  const at = placeOf(conversation, "parallelToolCalls");
  if (parallel || offered.length === 0 || choice?.type === "none") {
    receipt.apply(parallel ? parallelToolCallsRules.allowed : parallelToolCallsRules.idle, at);
    return choice;
  }
  if (!capabilities.parallelToolCallsParam) {
    receipt.apply(parallelToolCallsRules.unsupported, at);
    return choice;
  }
  receipt.apply(parallelToolCallsRules.forbidden, at);
  return { ...(choice ?? { type: "auto" }), disable_parallel_tool_use: true };
}
