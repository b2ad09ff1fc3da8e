import type {
  Conversation,
  Tool,
  ToolCallBlock,
  ToolChoice,
  ToolResultBlock,
} from "../../../conversation/conversation.js";
import { isObject } from "../../../json/value.js";
import type { LegacyCall, RequestMessage } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import type { LegacyFunction } from "../schemas/tools.js";
import { extraOf, parseContent } from "./content.js";
import { below, type Scope } from "./scope.js";
import { noParameters, parseToolChoice } from "./tools.js";

// `functions` and `function_call` are what `tools` and `tool_choice` were before there were tools. They have
// no ids, so the ids of their calls are made from the places of the messages.

type OfferedTools = Pick<Conversation, "tools" | "toolChoice" | "parallelToolCalls" | "places">;

/**
 * The functions of a request as its tools, and how to use them. A reply can call only one function, so the
 * model is told to make only one call.
 */
export function parseFunctions(request: ChatCompletionRequest, scope: Scope): OfferedTools {
  const { functions, parallel_tool_calls: parallel } = request;
  const choice = parseFunctionChoice(request.function_call);
  return {
    tools: (functions ?? []).map((each, index) => toTool(each, below(scope, index))),
    toolChoice: choice ?? parseToolChoice(request.tool_choice),
    parallelToolCalls: parallel ?? false,
    places: {
      ...(choice && { toolChoice: "/function_call" }),
      ...(parallel == null && { parallelToolCalls: "/functions" }),
    },
  };
}

function toTool(definition: LegacyFunction, { at }: Scope): Tool {
  const { name, description, parameters } = definition;
  return {
    type: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: parameters ?? noParameters,
    ...extraOf(definition, ["name", "description", "parameters"]),
    at,
  };
}

/** The choice of a function, or `undefined` if there is none or it is unknown. */
export function parseFunctionChoice(
  choice: ChatCompletionRequest["function_call"],
): ToolChoice | undefined {
  if (choice === "auto" || choice === "none") return { type: choice };
  if (!isObject(choice) || typeof choice.name !== "string") return undefined;
  return { type: "tool", name: choice.name };
}

/** The call of a function in an assistant message. @param scope that of the message */
export function toFunctionCall(call: LegacyCall, scope: Scope): ToolCallBlock {
  return {
    type: "tool_call",
    id: toCallId(indexOf(scope)),
    name: call.name,
    arguments: call.arguments,
    ...extraOf(call, ["name", "arguments"]),
    at: below(scope, "function_call").at,
  };
}

/** What a function answered, if the message before it calls one. @param before the message before it */
export function toFunctionResult(
  message: RequestMessage,
  scope: Scope,
  before: RequestMessage | undefined,
): ToolResultBlock | undefined {
  const call = before?.role === "assistant" ? before.function_call : undefined;
  const { content } = message;
  if (!call || (content && typeof content !== "string")) return undefined;
  const used = message.name === call.name ? ["role", "content", "name"] : ["role", "content"];
  return {
    type: "tool_result",
    callId: toCallId(indexOf(scope) - 1),
    content: parseContent(content, below(scope, "content")),
    isError: false,
    at: scope.at,
    places: { callId: "name" },
    ...extraOf(message, used),
  };
}

/** The index of a message. */
function indexOf({ at }: Scope): number {
  return Number(at.slice(at.lastIndexOf("/") + 1));
}

/** @param index that of the message that calls */
function toCallId(index: number): string {
  return `function_call_${index}`;
}
