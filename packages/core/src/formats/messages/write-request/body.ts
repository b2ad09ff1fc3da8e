import type { Conversation, JsonObject } from "../../../conversation/conversation.js";
import { placeOf } from "../../../conversation/pointer.js";
import type { EmitContext } from "../../upstream-format.js";
import { emitBlocks } from "./content/blocks.js";
import { createMarkWriter, type WrittenMark } from "./content/cache.js";
import {
  type Arranged,
  arrangeMessages,
  type EmittedMessage,
  emitMessages,
} from "./content/messages.js";
import { takeExtra } from "./extra-members.js";
import { emitLimit, emitStop } from "./parameters/limits.js";
import { type EmittedOutput, emitOutput } from "./parameters/output.js";
import { emitReasoning } from "./parameters/reasoning.js";
import { emitSampling, type ThinkingType } from "./parameters/sampling.js";
import { emitServiceTier, emitUserId } from "./parameters/service.js";
import { contentRules } from "./rules/content.js";
import { emitToolChoice, isForced } from "./tools/choice.js";
import { emitTools } from "./tools/definitions.js";

/**
 * Writes a conversation as the body of a Messages request, its members always in the same order.
 * Every loss and every refusal goes to the receipt; what is refused is left out, so that all
 * problems are found. Leaves may be raw JSON; `encodeJson` writes the body.
 */
export function emitRequest(conversation: Conversation, context: EmitContext): JsonObject {
  const arranged = arrangeMessages(conversation, context);
  const prompt = emitPrompt(conversation, arranged, context);
  const maxTokens = emitLimit(conversation, context);
  const forced = isForced(prompt.toolChoice);
  const reasoning = emitReasoning(conversation, { ...arranged, maxTokens, forced }, context);
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
    ...emitSampling(conversation, reasoning.thinking?.type as ThinkingType, context),
    stop_sequences: nonEmpty(emitStop(conversation, context)),
    metadata: emitUserId(conversation, context),
    service_tier: emitServiceTier(conversation, context),
    ...prompt.mark,
    stream: context.stream || undefined,
  };
  return withExtensions(body, conversation, context);
}

/** What the model reads: tools, instructions and messages, with all marks for the prompt cache. */
interface Prompt {
  readonly tools: readonly JsonObject[];
  readonly toolChoice: JsonObject | undefined;
  readonly output: EmittedOutput;
  readonly system: readonly JsonObject[];
  readonly messages: readonly EmittedMessage[];
  /** The mark on the whole request, as a member. */
  readonly mark: WrittenMark;
}

/** Writes the prompt in its order, which is that of the marks. */
function emitPrompt(conversation: Conversation, arranged: Arranged, context: EmitContext): Prompt {
  const marks = createMarkWriter(context);
  const tools = emitTools(conversation, arranged.messages, marks, context);
  const output = emitOutput(conversation, context);
  if (arranged.prefill && output.format) tellPrefill(conversation, context);
  const system = emitBlocks(arranged.system, marks, context);
  const messages = emitMessages(arranged.messages, marks, context);
  const last = messages.at(-1)?.content.at(-1);
  const mark = marks.finish(conversation.cache, placeOf(conversation, "cache"), last);
  return {
    tools: tools.tools,
    toolChoice: emitToolChoice(conversation, tools, context),
    output,
    system: [...system, ...toInstructions(output.instruction)],
    messages,
    mark,
  };
}

/** Members that the caller's format alone knows never replace those that were written. */
function withExtensions(
  body: JsonObject,
  { extensions }: Conversation,
  context: EmitContext,
): JsonObject {
  const own = Object.entries(body);
  const taken = Object.entries(takeExtra({ extra: extensions }, context));
  const further = taken.filter(([name]) => !Object.hasOwn(body, name));
  return Object.fromEntries([...own, ...further].filter(([, value]) => value !== undefined));
}

function tellPrefill(conversation: Conversation, { receipt }: EmitContext): void {
  const rule = contentRules["turn.role"].prefillWithFormat;
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
