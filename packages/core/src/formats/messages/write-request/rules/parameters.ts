import { tooManyStopSequences } from "../../../../conversation/receipt/request-rules.js";
import type { Rule, Rules } from "../../../../conversation/receipt/rules.js";

const noSampling = "The model behind this endpoint takes no sampling parameters.";
const notWhileThinking = "The model behind this endpoint does not take it together with thinking.";
const isDefault = "It is the default.";

const overruled: Rule = {
  outcome: "dropped",
  reason: "Another member disables thinking.",
};

/** The token limit of a reply. */
export const maxTokensRules = {
  clamped: {
    outcome: "approximated",
    to: "max_tokens",
    reason: "It is reduced to the maximum that the model generates.",
  },
  invalid: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only a whole number above 0 as the token limit.",
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
    reason: "The model takes either a temperature or `top_p`; the temperature takes precedence.",
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
  repeated: { outcome: "reshaped", reason: "A repeated sequence is sent once." },
  tooMany: tooManyStopSequences,
} as const satisfies Rules;

/** How many replies are requested at once. */
export const choicesRules = {
  one: { outcome: "no_op", reason: "One answer is given anyway." },
  several: {
    outcome: "refused",
    reason: "A request of this format asks for one answer; a service sends one for each choice.",
  },
} as const satisfies Rules;

/** Log probabilities. */
export const logprobsRules = {
  any: { outcome: "refused", reason: "The model behind this endpoint tells no probabilities." },
} as const satisfies Rules;

/** The seed. */
export const seedRules = {
  any: { outcome: "dropped", reason: "The model behind this endpoint takes no seed." },
} as const satisfies Rules;

/** Whether the model thinks. */
export const reasoningModeRules = {
  idle: {
    outcome: "no_op",
    reason: "The model behind this endpoint does not think unless the request enables it.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "Thinking cannot be enabled for the model behind this endpoint.",
  },
  replaced: {
    outcome: "approximated",
    to: "thinking.type",
    reason: "The model behind this endpoint takes only another mode of thinking.",
  },
  alwaysOn: {
    outcome: "approximated",
    to: "output_config.effort",
    reason: "The model behind this endpoint always thinks; the lowest effort is requested.",
  },
  stillOn: {
    outcome: "dropped",
    reason: "Thinking cannot be disabled for the model behind this endpoint.",
  },
  budgeted: {
    outcome: "approximated",
    to: "thinking.budget_tokens",
    reason: "The wire requires a budget for this mode; a medium one is sent.",
  },
  overruled,
  unknown: {
    outcome: "refused",
    reason: "The model behind this endpoint does not know this mode of thinking.",
  },
  brokenTurn: {
    outcome: "approximated",
    to: "thinking.type",
    reason:
      "The history lacks the thinking before its last tool calls, so thinking is disabled for this request.",
  },
  prefill: {
    outcome: "approximated",
    to: "thinking.type",
    reason: "An assistant message is continued, so thinking is disabled for this request.",
  },
  forcedAdaptive: {
    outcome: "approximated",
    to: "thinking.type",
    reason:
      "A forced tool call cannot be combined with a budget; the model chooses how much it thinks.",
  },
  forcedOff: {
    outcome: "approximated",
    to: "thinking.type",
    reason:
      "A forced tool call cannot be combined with thinking, so thinking is disabled for this request.",
  },
} as const satisfies Rules;

/** The budget of reasoning. */
export const reasoningBudgetTokensRules = {
  lowered: {
    outcome: "approximated",
    to: "thinking.budget_tokens",
    reason: "The budget must be below the token limit and leave room for the answer.",
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
    reason: "The token limit leaves no room for thinking.",
  },
  asEffort: {
    outcome: "approximated",
    to: "output_config.effort",
    reason: "The model behind this endpoint takes a level of effort instead of a budget.",
  },
  unused: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no budget, or thinking is disabled.",
  },
} as const satisfies Rules;

/** The level of effort. */
export const reasoningEffortRules = {
  none: { outcome: "reshaped", to: "thinking.type", reason: "No effort means no thinking." },
  lower: {
    outcome: "approximated",
    to: "output_config.effort",
    reason:
      "The model behind this endpoint does not have this level; the next lower one is used, or else the lowest.",
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
    reason: "The model behind this endpoint does not know this level of effort.",
  },
} as const satisfies Rules;

/** Whether reasoning is shown. */
export const reasoningDisplayRules = {
  unused: { outcome: "no_op", reason: "There is no thinking to show." },
} as const satisfies Rules;

/** The format of the reply. */
export const outputRules = {
  text: { outcome: "no_op", reason: "Text is the default format." },
  json: {
    outcome: "approximated",
    to: "system",
    reason: "An instruction asks the model for one JSON object.",
  },
  schema: {
    outcome: "reshaped",
    to: "output_config.format",
    reason: "The schema is sent unchanged; the model does not need its name.",
  },
  rewritten: {
    outcome: "approximated",
    to: "output_config.format",
    reason:
      "Objects are closed, and keywords that the model cannot enforce move into descriptions.",
  },
  beyond: {
    outcome: "refused",
    whenWarned: "approximated",
    to: "system",
    reason: "The model behind this endpoint cannot enforce this schema for a reply.",
  },
  unsupported: {
    outcome: "refused",
    whenWarned: "approximated",
    to: "system",
    reason: "The model behind this endpoint cannot enforce a schema for a reply.",
  },
} as const satisfies Rules;

/** The id of the end user. */
export const userIdRules = {
  personal: {
    outcome: "dropped",
    reason: "A user id must be opaque and at most 256 characters long.",
  },
  hashed: {
    outcome: "approximated",
    to: "metadata.user_id",
    reason: "A user id that is not opaque is replaced by its hash.",
  },
} as const satisfies Rules;

/** The service tier. */
export const serviceTierRules = {
  auto: { outcome: "no_op", reason: isDefault },
  priority: {
    outcome: "approximated",
    to: "service_tier",
    reason: "The model uses priority if the account has it.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not have this service tier.",
  },
} as const satisfies Rules;
