import type { Rule, Rules } from "../../../../conversation/rules.js";

const noSampling = "The model behind this endpoint takes no sampling parameters.";
const notWhileThinking = "The model behind this endpoint does not take it while it thinks.";
const isDefault = "It is what happens anyway.";

const overruled: Rule = {
  outcome: "dropped",
  reason: "Another member says that there shall be no thinking.",
};

/** The most tokens of a reply. */
export const maxTokensRules = {
  clamped: {
    outcome: "approximated",
    to: "max_tokens",
    reason: "The model generates no more than that.",
  },
  invalid: {
    outcome: "refused",
    reason: "The model behind this endpoint takes a whole number above 0 for the most tokens.",
  },
} as const satisfies Rules;

/** The temperature. */
export const temperatureRules = {
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
} as const satisfies Rules;

/** The parameter `top_p`. */
export const topPRules = {
  idle: { outcome: "no_op", reason: isDefault },
  unsupported: { outcome: "dropped", reason: noSampling },
  thinking: { outcome: "dropped", reason: notWhileThinking },
  besideTemperature: {
    outcome: "dropped",
    reason: "The model takes a temperature or this, and the temperature counts.",
  },
} as const satisfies Rules;

/** The parameter `top_k`. */
export const topKRules = {
  unsupported: { outcome: "dropped", reason: noSampling },
  thinking: { outcome: "dropped", reason: notWhileThinking },
} as const satisfies Rules;

/** Stop sequences. */
export const stopSequencesRules = {
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
} as const satisfies Rules;

/** The seed. */
export const seedRules = {
  any: { outcome: "dropped", reason: "The model behind this endpoint takes no seed." },
} as const satisfies Rules;

/** Whether the model thinks. */
export const reasoningModeRules = {
  idle: {
    outcome: "no_op",
    reason: "The model behind this endpoint does not think unless it is told to.",
  },
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
} as const satisfies Rules;

/** The budget of reasoning. */
export const reasoningBudgetTokensRules = {
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
} as const satisfies Rules;

/** The level of effort. */
export const reasoningEffortRules = {
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
} as const satisfies Rules;

/** Whether reasoning is shown. */
export const reasoningDisplayRules = {
  unused: { outcome: "no_op", reason: "There are no thoughts to show." },
} as const satisfies Rules;

/** The form of the reply. */
export const outputRules = {
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
} as const satisfies Rules;

/** The id of the end user. */
export const userIdRules = {
  personal: {
    outcome: "dropped",
    reason: "An id of a user must be opaque and at most 256 characters long.",
  },
  hashed: {
    outcome: "approximated",
    to: "metadata.user_id",
    reason: "A hash stands for an id of a user that is not opaque.",
  },
} as const satisfies Rules;

/** The class of service. */
export const serviceTierRules = {
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
} as const satisfies Rules;
