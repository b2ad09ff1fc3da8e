import type { Conversation, JsonObject } from "../../../conversation/conversation.js";
import { placeOf } from "../../../conversation/pointer.js";
import { isObject } from "../../../json/value.js";
import type { EmitContext } from "../../upstream-format.js";
import { emitCache } from "./content/cache.js";
import { emitMessages } from "./content/messages.js";
import { takeExtra } from "./extra-members.js";
import { emitLimit, emitStop } from "./parameters/limits.js";
import { emitOutput } from "./parameters/output.js";
import { emitReasoning } from "./parameters/reasoning.js";
import { emitSampling, emitSeed } from "./parameters/sampling.js";
import { emitServiceTier, emitStream, emitUserId } from "./parameters/service.js";
import { parameterRules } from "./rules/parameters.js";
import { emitToolChoice } from "./tools/choice.js";
import { emitTools } from "./tools/definitions.js";

/**
 * Writes a conversation as the body of a Chat Completions request, in a fixed order of members.
 * What is lost and what is refused goes to the receipt; the caller of this asks it whether all was
 * accepted. Only what the caller asked for is sent.
 */
export function emitRequest(conversation: Conversation, context: EmitContext): JsonObject {
  const output = emitOutput(conversation, context);
  const { messages, continuation } = emitMessages(conversation, output.instructions, context);
  const tools = emitTools(conversation, context);
  const choice = emitToolChoice(conversation, tools, context);
  noteDisplay(conversation, context);
  const body = {
    model: context.model,
    messages,
    ...choice.members,
    ...emitLimit(conversation, context),
    ...emitSampling(conversation, context),
    ...emitStop(conversation, context),
    ...emitSeed(conversation),
    ...emitReasoning(conversation, choice.forced, context),
    ...output.members,
    ...emitServiceTier(conversation, context),
    ...emitUserId(conversation, context),
    ...emitCache(conversation, context),
    ...continuation,
    ...emitStream(context),
  };
  return addExtensions(body, conversation, context);
}

function noteDisplay(conversation: Conversation, { receipt }: EmitContext): void {
  if (conversation.reasoning?.display === undefined) return;
  const at = placeOf(conversation, "reasoning.display");
  receipt.apply(parameterRules["reasoning.display"].served, at);
}

/** Members that the upstream takes as they are. They add to an object of the body, but win nothing. */
function addExtensions(
  body: JsonObject,
  { extensions, places }: Conversation,
  context: EmitContext,
): JsonObject {
  const taken = takeExtra({ places, extra: extensions }, context, context.capabilities.extensions);
  const added = Object.entries(taken).map(([name, value]) => [
    name,
    mergeMember(value, body[name]),
  ]);
  return { ...body, ...Object.fromEntries(added) };
}

function mergeMember(extension: unknown, own: unknown): unknown {
  if (own === undefined) return extension;
  return isObject(own) && isObject(extension) ? { ...extension, ...own } : own;
}
