import { type Conversation, placeOf } from "@diglot/core";
import {
  type JsonObject,
  limitCost,
  respellExtensions,
  type Steps,
  takeExtra,
  writeOutput,
  writeSampling,
  writeServiceTier,
  writeStop,
  writeToolChoice,
  writeTools,
  writeUserId,
} from "@diglot/core/formats";
import { asChatCompletions } from "../wire/capabilities.js";
import type { WriteRequestContext } from "./context.js";
import { writeItems } from "./items.js";
import {
  toTextMember,
  toToolMembers,
  writeLimit,
  writeLogprobs,
  writeReasoning,
} from "./parameters.js";
import { parameterRules } from "./rules.js";

/**
 * Writes a conversation as the body of a Responses request. Losses and refusals are recorded in the
 * receipt, which then decides whether the request is accepted. Nothing is stored at the upstream: the
 * service sends the whole conversation each time.
 */
export function* writeRequest(
  conversation: Conversation,
  context: WriteRequestContext,
): Steps<JsonObject> {
  const { capabilities, receipt } = context;
  const chat = { ...context, capabilities: asChatCompletions(capabilities) };
  const output = writeOutput(conversation, chat);
  const { instructions, items } = yield* writeItems(conversation, output.instructions, chat);
  const choice = writeToolChoice(conversation, writeTools(conversation, chat), chat);
  const reasoning = writeReasoning(conversation, choice.forced, chat, capabilities);
  const logprobs = writeLogprobs(conversation);
  // Without any, the upstream refuses the request: this format has no stop sequences.
  writeStop(conversation, chat);
  if ((conversation.choices ?? 1) > 1) {
    receipt.apply(parameterRules.choices, placeOf(conversation, "choices"));
  }
  if (conversation.seed !== undefined) {
    receipt.apply(parameterRules.seed, placeOf(conversation, "seed"));
  }
  const include = [...reasoning.include, ...logprobs.include];
  const body = {
    model: context.model,
    ...(instructions !== undefined && { instructions }),
    input: items,
    ...toToolMembers(choice.members),
    ...writeLimit(conversation, chat),
    ...writeSampling(conversation, chat),
    ...logprobs.members,
    ...reasoning.members,
    ...toTextMember(output.members),
    ...writeServiceTier(conversation, chat),
    ...toIdentifier(writeUserId(conversation, chat)),
    ...(include.length > 0 && { include }),
    store: false,
    ...(context.stream && { stream: true }),
  };
  const limited = limitTokens(addExtensions(body, conversation, context), context);
  const { extensions, spellings } = conversation;
  return spellings ? respellExtensions(limited, extensions, spellings) : limited;
}

function toIdentifier({ user }: JsonObject): JsonObject {
  return user === undefined ? {} : { safety_identifier: user };
}

/** Members that the upstream accepts unchanged; `verbosity` is a member of `text` here. */
function addExtensions(
  body: JsonObject,
  { extensions, places }: Conversation,
  context: WriteRequestContext,
): JsonObject {
  const { verbosity, ...taken } = takeExtra(
    { places, extra: extensions },
    context,
    context.capabilities.extensions,
  );
  const text = {
    ...(body.text as JsonObject | undefined),
    ...(verbosity != null && { verbosity }),
  };
  return { ...taken, ...body, ...(Object.keys(text).length > 0 && { text }) };
}

function limitTokens(
  body: JsonObject,
  { reservedTokens: maxTokens, pricing, capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const { costMembers } = capabilities;
  const limits = { limitField: "max_output_tokens", maxTokens, choices: 1, costMembers, pricing };
  return limitCost(body, limits, receipt);
}
