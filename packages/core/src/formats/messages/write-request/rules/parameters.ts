import type { Cases } from "../../../../conversation/neutral-fields.js";
import type { Rule } from "../../../../conversation/rules.js";

const noSampling = "The model behind this endpoint takes no sampling parameters.";
const notWhileThinking = "The model behind this endpoint does not take it while it thinks.";
const isDefault = "It is what happens anyway.";

const overruled: Rule = {
  outcome: "dropped",
  reason: "Another member says that there shall be no thinking.",
};

/** How the members of a request are written that are neither messages nor tools. */
export const parameterRules = {
  model: {
    any: { outcome: "exact", to: "model", reason: "The model's name at the upstream." },
  },
  maxTokens: {
    plain: { outcome: "exact", to: "max_tokens", reason: "The same number." },
    chosen: { outcome: "no_op", to: "max_tokens", reason: "The wire wants a bound; it gets one." },
    clamped: {
      outcome: "approximated",
      to: "max_tokens",
      reason: "The model generates no more than that.",
    },
    invalid: {
      outcome: "refused",
      reason: "The model behind this endpoint takes a whole number above 0 for the most tokens.",
    },
  },
  temperature: {
    plain: { outcome: "exact", to: "temperature", reason: "The same number." },
    clamped: {
      outcome: "approximated",
      to: "temperature",
      reason: "The highest temperature of the model behind this endpoint is 1.",
    },
    outside: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no temperature outside of 0 to 2.",
    },
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
  stopSequences: {
    plain: { outcome: "exact", to: "stop_sequences", reason: "The same list." },
    empty: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no empty stop sequences.",
    },
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
  seed: {
    any: { outcome: "dropped", reason: "The model behind this endpoint takes no seed." },
  },
  "reasoning.mode": {
    idle: {
      outcome: "no_op",
      reason: "The model behind this endpoint does not think unless it is told to.",
    },
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
    stillOn: {
      outcome: "dropped",
      reason: "The model behind this endpoint cannot be told not to think.",
    },
    budgeted: {
      outcome: "approximated",
      to: "thinking.budget_tokens",
      reason: "The wire wants a budget for this mode; a medium one is sent.",
    },
    overruled,
    unknown: {
      outcome: "refused",
      reason: "The model behind this endpoint knows no such mode of thinking.",
    },
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
    invalid: {
      outcome: "refused",
      reason:
        "The model behind this endpoint takes a budget for thinking only as a whole number above 0.",
    },
    overruled,
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
      reason:
        "The model behind this endpoint has no such level; the next lower one counts, else the lowest.",
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
    overruled,
    unknown: {
      outcome: "refused",
      reason: "The model behind this endpoint knows no such level of effort.",
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
      reason:
        "Objects are closed, and keywords that the model cannot hold a reply to are told in descriptions.",
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
  extensions: {
    taken: { outcome: "exact", reason: "The upstream is known to take this member." },
  },
} as const satisfies Readonly<Record<string, Cases>>;
