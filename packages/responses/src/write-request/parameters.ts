import { type Conversation, placeOf } from "@diglot/core";
import {
  isObject,
  type JsonObject,
  writeLimit as writeChatLimit,
  writeLogprobs as writeChatLogprobs,
  writeReasoning as writeChatReasoning,
} from "@diglot/core/formats";
import type { ChatContext, WriteRequestContext } from "./context.js";
import { parameterRules as rules } from "./rules.js";

/** The lowest limit of tokens that the vendor takes. */
const lowestLimit = 16;

/** Writes the token limit, which is never lower than the wire allows. */
export function writeLimit(conversation: Conversation, context: ChatContext): JsonObject {
  const { max_completion_tokens: limit } = writeChatLimit(conversation, context);
  if (typeof limit !== "number") return {};
  if (limit >= lowestLimit) return { max_output_tokens: limit };
  const at = placeOf(conversation, "maxTokens");
  context.receipt.apply(rules.raised, at, { from: String(limit), to: String(lowestLimit) });
  return { max_output_tokens: lowestLimit };
}

/** Writes how much the model should think, and asks for a summary if anybody may see it. */
export function writeReasoning(
  conversation: Conversation,
  isForced: boolean,
  context: ChatContext,
  { reasoningSummary, encryptedReasoning }: WriteRequestContext["capabilities"],
): { readonly members: JsonObject; readonly include: readonly string[] } {
  const { reasoning_effort: effort } = writeChatReasoning(conversation, isForced, context);
  const { display, mode } = conversation.reasoning ?? {};
  const thinks = effort !== "none" && mode !== "disabled" && conversation.reasoning !== undefined;
  const summary = thinks && reasoningSummary && display !== "omitted" ? "auto" : undefined;
  if (display !== undefined) {
    context.receipt.apply(rules.display, placeOf(conversation, "reasoning.display"));
  }
  const reasoning = { ...(effort !== undefined && { effort }), ...(summary && { summary }) };
  return {
    members: Object.keys(reasoning).length > 0 ? { reasoning } : {},
    include: encryptedReasoning ? ["reasoning.encrypted_content"] : [],
  };
}

/** Writes which log probabilities are wanted. */
export function writeLogprobs(conversation: Conversation): {
  readonly members: JsonObject;
  readonly include: readonly string[];
} {
  const { logprobs, top_logprobs: count } = writeChatLogprobs(conversation);
  return {
    members: count === undefined ? {} : { top_logprobs: count },
    include: logprobs === true ? ["message.output_text.logprobs"] : [],
  };
}

/** The form of the text: what stands in an object of its own in Chat Completions is flat here. */
export function toTextMember({ response_format: format }: JsonObject): JsonObject {
  if (!isObject(format)) return {};
  const { json_schema: described, ...rest } = format;
  return { text: { format: { ...rest, ...(isObject(described) && described) } } };
}

/** Tools and the choice among them, flat as well. */
export function toToolMembers({ tools, tool_choice: choice, ...rest }: JsonObject): JsonObject {
  const definitions = Array.isArray(tools) ? tools.map(flatten) : undefined;
  return {
    ...(definitions && { tools: definitions }),
    ...(choice !== undefined && { tool_choice: isObject(choice) ? flatten(choice) : choice }),
    ...rest,
  };
}

function flatten({ function: inner, ...outer }: JsonObject): JsonObject {
  return { ...outer, ...(isObject(inner) && inner) };
}
