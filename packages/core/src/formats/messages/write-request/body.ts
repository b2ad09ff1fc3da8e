import type { Conversation } from "../../../conversation/conversation.js";
import { takeExtra } from "../../../conversation/extra-members.js";
import { limitCost } from "../../../conversation/members/cost-members.js";
import { placeOf } from "../../../conversation/places.js";
import { respellExtensions } from "../../../conversation/spellings.js";
import type { JsonObject } from "../../../json/value.js";
import type { Steps } from "../../../runtime/steps.js";
import { writeBlocks } from "./content/blocks.js";
import { createCacheControlWriter, type WrittenCacheControl } from "./content/cache.js";
import {
  type Arranged,
  arrangeMessages,
  type WrittenMessage,
  writeMessages,
} from "./content/messages.js";
import type { WriteRequestContext } from "./context.js";
import { writeLimit, writeStop } from "./parameters/limits.js";
import { type WrittenOutput, writeOutput } from "./parameters/output.js";
import { writeReasoning } from "./parameters/reasoning.js";
import { type ThinkingType, writeSampling } from "./parameters/sampling.js";
import { writeServiceTier, writeUserId } from "./parameters/service.js";
import { turnRoleRules } from "./rules/content.js";
import { isForced, writeToolChoice } from "./tools/choice.js";
import { writeTools } from "./tools/definitions.js";

/**
 * Writes a conversation as the body of a Messages request, its members always in the same order.
 * The receipt records every loss and every refusal; refused values are left out, so that all
 * problems are found. Leaves may be raw JSON; `encodeJson` writes the body.
 */
export function* writeRequest(
  conversation: Conversation,
  context: WriteRequestContext,
): Steps<JsonObject> {
  const arranged = yield* arrangeMessages(conversation, context);
  const prompt = yield* writePrompt(conversation, arranged, context);
  const maxTokens = writeLimit(conversation, context);
  const forced = isForced(prompt.toolChoice);
  const reasoning = writeReasoning(conversation, { ...arranged, maxTokens, forced }, context);
  const { output } = prompt;
  const body = {
    model: context.model,
    max_tokens: maxTokens,
    system: nonEmpty(prompt.system),
    messages: prompt.messages,
    tools: nonEmpty(prompt.tools),
    tool_choice: prompt.toolChoice,
    thinking: reasoning.thinking,
    output_config: toOutputConfig(reasoning.effort, output.format),
    ...writeSampling(conversation, reasoning.thinking?.type as ThinkingType, context),
    stop_sequences: nonEmpty(writeStop(conversation, context)),
    metadata: writeUserId(conversation, context),
    service_tier: writeServiceTier(conversation, context),
    ...prompt.cacheControl,
    stream: context.stream || undefined,
  };
  const limited = limitTokens(withExtensions(body, conversation, context), context);
  const { extensions, spellings } = conversation;
  return spellings ? respellExtensions(limited, extensions, spellings) : limited;
}

function limitTokens(
  body: JsonObject,
  {
    reservedTokens: maxTokens,
    pricing,
    capabilities: { costMembers },
    receipt,
  }: WriteRequestContext,
): JsonObject {
  const limitField = "max_tokens";
  return limitCost(body, { limitField, maxTokens, choices: 1, costMembers, pricing }, receipt);
}

/** What the model reads: tools, instructions and messages, with all cache controls. */
interface Prompt {
  readonly tools: readonly JsonObject[];
  readonly toolChoice: JsonObject | undefined;
  readonly output: WrittenOutput;
  readonly system: readonly JsonObject[];
  readonly messages: readonly WrittenMessage[];
  /** The cache control of the whole request, as a member. */
  readonly cacheControl: WrittenCacheControl;
}

/** Writes the prompt in the order in which cache controls are counted. */
function* writePrompt(
  conversation: Conversation,
  arranged: Arranged,
  context: WriteRequestContext,
): Steps<Prompt> {
  const cacheControls = createCacheControlWriter(context);
  const tools = writeTools(conversation, cacheControls, context);
  const output = writeOutput(conversation, context);
  if (arranged.prefill && output.format) tellPrefill(conversation, context);
  const system = writeBlocks(arranged.system, cacheControls, context);
  const messages = yield* writeMessages(arranged.messages, cacheControls, context);
  const last = messages.at(-1)?.content.at(-1);
  const cacheControl = cacheControls.finish(
    conversation.cache,
    placeOf(conversation, "cache"),
    last,
  );
  return {
    tools: tools.tools,
    toolChoice: writeToolChoice(conversation, tools, context),
    output,
    system: [...system, ...toInstructions(output.instruction)],
    messages,
    cacheControl,
  };
}

/**
 * Members that only the caller's format knows never replace members that were written. Of the places, those
 * of neutral fields are left out: a member beside one of them would be judged as a part of it.
 */
function withExtensions(
  body: JsonObject,
  { extensions, places }: Conversation,
  context: WriteRequestContext,
): JsonObject {
  let own: { [name: string]: string } | undefined;
  for (const name in extensions) {
    const place = places && Object.hasOwn(places, name) ? places[name] : undefined;
    if (place === undefined) continue;
    own ??= {};
    own[name] = place;
  }
  const taken = takeExtra(
    { places: own, extra: extensions },
    context,
    context.capabilities.extensions,
  );
  const further = Object.entries(taken).filter(([name]) => !Object.hasOwn(body, name));
  return withoutAbsent(further.length > 0 ? { ...body, ...Object.fromEntries(further) } : body);
}

/** The members of a body that are given. */
function withoutAbsent(body: JsonObject): JsonObject {
  const given: { [name: string]: unknown } = {};
  for (const name of Object.keys(body)) if (body[name] !== undefined) given[name] = body[name];
  return given;
}

function tellPrefill(conversation: Conversation, { receipt }: WriteRequestContext): void {
  const rule = turnRoleRules.prefillWithFormat;
  receipt.apply(rule, placeOf(conversation, "output"));
}

function toInstructions(text: string | undefined): readonly JsonObject[] {
  return text === undefined ? [] : [{ type: "text", text }];
}

function toOutputConfig(
  effort: string | undefined,
  format: JsonObject | undefined,
): JsonObject | undefined {
  if (effort === undefined && format === undefined) return undefined;
  return { ...(effort !== undefined && { effort }), ...(format && { format }) };
}

function nonEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}
