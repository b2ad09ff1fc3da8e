import type { Conversation } from "../../../conversation/conversation.js";
import { takeExtra } from "../../../conversation/extra-members.js";
import { limitCost } from "../../../conversation/members/cost-members.js";
import { placeOf } from "../../../conversation/places.js";
import { respellExtensions } from "../../../conversation/spellings.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { Steps } from "../../../runtime/steps.js";
import { writeCache } from "./content/cache.js";
import { writeMessages } from "./content/messages.js";
import type { WriteRequestContext } from "./context.js";
import { writeLimit, writeStop } from "./parameters/limits.js";
import { writeOutput } from "./parameters/output.js";
import { writeReasoning } from "./parameters/reasoning.js";
import { writeChoices, writeLogprobs, writeSampling, writeSeed } from "./parameters/sampling.js";
import { writeServiceTier, writeStream, writeUserId } from "./parameters/service.js";
import { reasoningDisplayRules } from "./rules/parameters.js";
import { writeToolChoice } from "./tools/choice.js";
import { writeTools } from "./tools/definitions.js";

/**
 * Writes a conversation as the body of a Chat Completions request, in a fixed order of members.
 * Losses and refusals are recorded in the receipt, which then decides whether the request is accepted.
 * Only what the caller asked for is sent.
 */
export function* writeRequest(
  conversation: Conversation,
  context: WriteRequestContext,
): Steps<JsonObject> {
  const output = writeOutput(conversation, context);
  const written = yield* writeMessages(conversation, output.instructions, context);
  const tools = writeTools(conversation, context);
  const choice = writeToolChoice(conversation, tools, context);
  noteDisplay(conversation, context);
  const body = {
    model: context.model,
    messages: written.messages,
    ...choice.members,
    ...writeLimit(conversation, context),
    ...writeSampling(conversation, context),
    ...writeStop(conversation, context),
    ...writeChoices(conversation),
    ...writeLogprobs(conversation),
    ...writeSeed(conversation),
    ...writeReasoning(conversation, choice.forced, context),
    ...output.members,
    ...writeServiceTier(conversation, context),
    ...writeUserId(conversation, context),
    ...writeCache(conversation, context),
    ...written.continuation,
    ...writeStream(context),
  };
  const limited = limitTokens(addExtensions(body, conversation, context), context);
  const { extensions, spellings } = conversation;
  return spellings ? respellExtensions(limited, extensions, spellings) : limited;
}

function limitTokens(
  body: JsonObject,
  { reservedTokens: maxTokens, pricing, capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { maxTokensField: limitField, costMembers } = capabilities;
  return limitCost(body, { limitField, maxTokens, choices: 1, costMembers, pricing }, receipt);
}

function noteDisplay(conversation: Conversation, { receipt }: WriteRequestContext): void {
  if (conversation.reasoning?.display === undefined) return;
  const at = placeOf(conversation, "reasoning.display");
  receipt.apply(reasoningDisplayRules.served, at);
}

/** Members that the upstream accepts unchanged. They extend objects of the body, but override nothing. */
function addExtensions(
  body: JsonObject,
  { extensions, places }: Conversation,
  context: WriteRequestContext,
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
