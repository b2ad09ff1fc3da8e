import type { Conversation, Reasoning, Tool } from "../conversation/conversation.js";
import type { SlotRow } from "../conversation/rules.js";
import { blockRules, type Cases } from "./emit-block-rules.js";

type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** The slots of a request beside its turns. */
type RequestSlot =
  | Exclude<keyof Conversation, "extensions" | "places">
  | `reasoning.${keyof Reasoning}`
  | `tool.${Exclude<keyof FunctionTool, "type" | "at" | "places" | "extra">}`;

const noSampling = "The model behind this endpoint takes no sampling parameters.";
const notWhileThinking = "The model behind this endpoint does not take it while it thinks.";
const isDefault = "It is what happens anyway.";

/** How a request is written, slot by slot. A slot that is missing here is a type error. */
export const requestRules = {
  model: {
    any: { outcome: "exact", to: "model", reason: "The model's name at the upstream." },
  },
  system: {
    plain: { outcome: "exact", to: "system", reason: "One text block each, in order." },
    notText: {
      outcome: "refused",
      whenWarned: "dropped",
      reason: "The model behind this endpoint takes instructions only as text.",
    },
  },
  turns: { plain: { outcome: "exact", to: "messages", reason: "One message each, in order." } },
  tools: {
    plain: { outcome: "exact", to: "tools", reason: "One definition each, in order." },
    unsupported: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no tools.",
    },
    twice: { outcome: "refused", reason: "Two tools must not have one name." },
    synthesised: {
      outcome: "approximated",
      to: "tools",
      reason:
        "The model wants definitions of the tools that were called; they are made from the calls, and none may be called.",
    },
  },
  "tool.name": {
    plain: { outcome: "exact", to: "tools.name", reason: "The same name." },
    renamed: {
      outcome: "reshaped",
      to: "tools.name",
      reason: "A name that the model does not take gets a legal one, the same everywhere.",
    },
  },
  "tool.description": {
    any: { outcome: "exact", to: "tools.description", reason: "The same words." },
  },
  "tool.parameters": {
    plain: { outcome: "exact", to: "tools.input_schema", reason: "The schema as it is." },
    typeAdded: {
      outcome: "reshaped",
      to: "tools.input_schema",
      reason: "The schema of an input must say that it is an object.",
    },
    noObject: { outcome: "refused", reason: "The input of a tool must be an object." },
  },
  "tool.strict": {
    plain: { outcome: "exact", to: "tools.strict", reason: "The same." },
    off: { outcome: "no_op", reason: isDefault },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint does not hold calls to their schema.",
    },
    beyond: {
      outcome: "dropped",
      reason: "The model cannot hold calls to this schema, or to so many of them.",
    },
  },
  "tool.cache": {
    any: { outcome: "exact", to: "tools.cache_control", reason: "The mark stays on its tool." },
  },
  toolChoice: {
    plain: { outcome: "exact", to: "tool_choice", reason: "The same choice in other words." },
    idle: { outcome: "no_op", reason: "Without tools there is nothing to choose." },
    noTools: { outcome: "refused", reason: "A call is asked for, but there are no tools." },
    unknownTool: { outcome: "refused", reason: "The tool that shall be called does not exist." },
    unsupported: {
      outcome: "refused",
      whenWarned: "dropped",
      reason: "The model behind this endpoint does not take this choice of tools.",
    },
  },
  parallelToolCalls: {
    allowed: { outcome: "no_op", reason: isDefault },
    idle: { outcome: "no_op", reason: "No call is made." },
    forbidden: {
      outcome: "reshaped",
      to: "tool_choice.disable_parallel_tool_use",
      reason: "It is a member of the choice of tools.",
    },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint cannot be held to one call at a time.",
    },
  },
  maxTokens: {
    plain: { outcome: "exact", to: "max_tokens", reason: "The same number." },
    chosen: { outcome: "no_op", to: "max_tokens", reason: "The wire wants a bound; it gets one." },
    clamped: {
      outcome: "approximated",
      to: "max_tokens",
      reason: "The model generates no more than that.",
    },
    invalid: { outcome: "refused", reason: "The most tokens must be a whole number above 0." },
  },
  stopSequences: {
    plain: { outcome: "exact", to: "stop_sequences", reason: "The same list." },
    empty: { outcome: "refused", reason: "A stop sequence must not be empty." },
    blank: {
      outcome: "refused",
      whenWarned: "dropped",
      reason: "The model behind this endpoint takes no stop sequences of white space only.",
    },
    repeated: { outcome: "reshaped", reason: "A sequence that stands there twice is sent once." },
    tooMany: {
      outcome: "refused",
      whenWarned: "approximated",
      reason: "The model behind this endpoint takes fewer stop sequences.",
    },
  },
  temperature: {
    plain: { outcome: "exact", to: "temperature", reason: "The same number." },
    clamped: {
      outcome: "approximated",
      to: "temperature",
      reason: "The highest temperature of the model behind this endpoint is 1.",
    },
    outside: { outcome: "refused", reason: "The temperature must be between 0 and 2." },
    idle: { outcome: "no_op", reason: isDefault },
    unsupported: { outcome: "dropped", reason: noSampling },
    thinking: { outcome: "dropped", reason: notWhileThinking },
  },
  topP: {
    plain: { outcome: "exact", to: "top_p", reason: "The same number." },
    idle: { outcome: "no_op", reason: isDefault },
    unsupported: { outcome: "dropped", reason: noSampling },
    thinking: { outcome: "dropped", reason: notWhileThinking },
    besideTemperature: {
      outcome: "dropped",
      reason: "The model takes a temperature or this, and the temperature counts.",
    },
  },
  topK: {
    plain: { outcome: "exact", to: "top_k", reason: "The same number." },
    unsupported: { outcome: "dropped", reason: noSampling },
    thinking: { outcome: "dropped", reason: notWhileThinking },
  },
  seed: {
    any: { outcome: "dropped", reason: "The model behind this endpoint takes no seed." },
  },
  reasoning: {
    plain: { outcome: "exact", to: "thinking", reason: "By the rules of its members." },
  },
  "reasoning.mode": {
    idle: { outcome: "no_op", reason: "The model behind this endpoint does not think." },
    plain: { outcome: "exact", to: "thinking.type", reason: "The same mode." },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint cannot be told to think.",
    },
    replaced: {
      outcome: "approximated",
      to: "thinking.type",
      reason: "The model behind this endpoint takes another mode of thinking only.",
    },
    alwaysOn: {
      outcome: "approximated",
      to: "output_config.effort",
      reason: "The model behind this endpoint always thinks; it does as little as it can.",
    },
    unknown: { outcome: "refused", reason: "This mode of thinking is not known." },
    brokenTurn: {
      outcome: "approximated",
      to: "thinking.type",
      reason:
        "The history lacks the thoughts that led to its last calls, so the model does not think this time.",
    },
    prefill: {
      outcome: "approximated",
      to: "thinking.type",
      reason: "A message of the assistant is continued, so the model does not think this time.",
    },
    forcedAdaptive: {
      outcome: "approximated",
      to: "thinking.type",
      reason: "A forced call does not go with a budget; the model chooses how much it thinks.",
    },
    forcedOff: {
      outcome: "approximated",
      to: "thinking.type",
      reason: "A forced call does not go with thinking, so the model does not think this time.",
    },
  },
  "reasoning.budgetTokens": {
    plain: { outcome: "exact", to: "thinking.budget_tokens", reason: "The same number." },
    lowered: {
      outcome: "approximated",
      to: "thinking.budget_tokens",
      reason: "The budget must be below the most tokens, and leave room for the answer.",
    },
    raised: {
      outcome: "approximated",
      to: "thinking.budget_tokens",
      reason: "The smallest budget is 1024 tokens.",
    },
    impossible: {
      outcome: "dropped",
      reason: "The most tokens leave no room for thinking.",
    },
    asEffort: {
      outcome: "approximated",
      to: "output_config.effort",
      reason: "The model behind this endpoint takes a level of effort instead of a budget.",
    },
    unused: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no budget, or does not think.",
    },
  },
  "reasoning.effort": {
    plain: { outcome: "exact", to: "output_config.effort", reason: "The same level." },
    none: { outcome: "reshaped", to: "thinking.type", reason: "No effort is no thinking." },
    lower: {
      outcome: "approximated",
      to: "output_config.effort",
      reason: "The model behind this endpoint has no such level; the next lower one counts.",
    },
    asBudget: {
      outcome: "approximated",
      to: "thinking.budget_tokens",
      reason: "The model behind this endpoint takes a budget instead of a level.",
    },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no level of effort.",
    },
    unknown: { outcome: "refused", reason: "This level of effort is not known." },
    beside: {
      outcome: "dropped",
      reason: "The budget counts; the model behind this endpoint takes no level beside it.",
    },
  },
  "reasoning.display": {
    plain: { outcome: "exact", to: "thinking.display", reason: "The same." },
    unused: { outcome: "no_op", reason: "There are no thoughts to show." },
  },
  output: {
    text: { outcome: "no_op", reason: "Text is what the reply is anyway." },
    json: {
      outcome: "approximated",
      to: "system",
      reason: "The model is asked in words for one JSON object.",
    },
    schema: {
      outcome: "reshaped",
      to: "output_config.format",
      reason: "The schema goes as it is; its name says nothing to the model.",
    },
    rewritten: {
      outcome: "approximated",
      to: "output_config.format",
      reason: "Keywords that the model cannot hold a reply to are told in descriptions.",
    },
    beyond: {
      outcome: "refused",
      whenWarned: "approximated",
      to: "system",
      reason: "The model behind this endpoint cannot hold a reply to this schema.",
    },
    unsupported: {
      outcome: "refused",
      whenWarned: "approximated",
      to: "system",
      reason: "The model behind this endpoint cannot hold a reply to a schema.",
    },
  },
  userId: {
    plain: { outcome: "exact", to: "metadata.user_id", reason: "The same id." },
    personal: {
      outcome: "dropped",
      reason: "An id of a user must be opaque and at most 256 characters long.",
    },
    hashed: {
      outcome: "approximated",
      to: "metadata.user_id",
      reason: "A hash stands for an id of a user that is not opaque.",
    },
  },
  serviceTier: {
    plain: { outcome: "exact", to: "service_tier", reason: "The same class in other words." },
    auto: { outcome: "no_op", reason: isDefault },
    priority: {
      outcome: "approximated",
      to: "service_tier",
      reason: "The model uses priority where the account has it.",
    },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint has no such class of service.",
    },
  },
  cache: {
    plain: { outcome: "exact", to: "cache_control", reason: "The mark stays on the request." },
  },
} as const satisfies Readonly<Record<RequestSlot, Cases>>;

/** The rules by which `emitRequest` writes each slot of a conversation. */
export const emitRules: readonly SlotRow[] = Object.entries({
  ...requestRules,
  ...blockRules,
}).flatMap(([slot, cases]) =>
  Object.values<Cases[string]>(cases).map((rule) => ({ slot, ...rule })),
);
