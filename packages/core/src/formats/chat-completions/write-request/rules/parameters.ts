import { tooManyStopSequences } from "../../../../conversation/receipt/request-rules.js";
import type { Rules } from "../../../../conversation/receipt/rules.js";

/** The most tokens of a reply. */
export const maxTokensRules = {
  sent: {
    outcome: "exact",
    to: "max_completion_tokens",
    reason: "Or `max_tokens`, if the upstream's capabilities say so.",
  },
  lowered: {
    outcome: "approximated",
    reason: "It is lowered to the most tokens that the model behind this endpoint generates.",
  },
  zero: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot fill a cache without generating.",
  },
} as const satisfies Rules;

/** The temperature. */
export const temperatureRules = {
  sent: { outcome: "exact", to: "temperature", reason: "It means the same." },
  idle: { outcome: "no_op", reason: "1 is the default." },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no temperature.",
  },
  thinking: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no temperature while it thinks.",
  },
} as const satisfies Rules;

/** The parameter `top_p`. */
export const topPRules = {
  sent: { outcome: "exact", to: "top_p", reason: "It means the same." },
  idle: { outcome: "no_op", reason: "1 is the default." },
  unsupported: { outcome: "dropped", reason: "The model behind this endpoint takes no top_p." },
  thinking: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no top_p while it thinks.",
  },
  eitherOr: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes either a temperature or top_p.",
  },
} as const satisfies Rules;

/** The parameter `top_k`. */
export const topKRules = {
  sent: { outcome: "exact", to: "top_k", reason: "The upstream takes it as an extension." },
  unsupported: { outcome: "dropped", reason: "The model behind this endpoint takes no top_k." },
} as const satisfies Rules;

/** Stop sequences. */
export const stopSequencesRules = {
  tooMany: tooManyStopSequences,
  blank: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no stop sequences that contain only white space.",
  },
} as const satisfies Rules;

/** Whether the model thinks. */
export const reasoningModeRules = {
  silent: { outcome: "no_op", reason: "The model decides by itself how much it thinks." },
  switched: { outcome: "reshaped", reason: "It becomes the upstream's own switch for thinking." },
  unknown: {
    outcome: "approximated",
    reason: "The model behind this endpoint knows thinking only as on or off.",
  },
  noSwitch: {
    outcome: "dropped",
    reason: "The model behind this endpoint has no switch for thinking.",
  },
  forced: {
    outcome: "approximated",
    reason:
      "The model behind this endpoint cannot be forced to call a tool while it thinks, so it does not think.",
  },
  forcedAnyway: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot be forced to call a tool while it thinks.",
  },
} as const satisfies Rules;

/** The budget of reasoning. */
export const reasoningBudgetTokensRules = {
  sent: { outcome: "reshaped", to: "reasoning.max_tokens", reason: "It means the same." },
  effort: {
    outcome: "approximated",
    to: "reasoning_effort",
    reason: "The model behind this endpoint takes a level of effort instead of a budget.",
  },
  switched: {
    outcome: "approximated",
    reason: "The model behind this endpoint can switch thinking on, but takes no budget for it.",
  },
  outweighed: { outcome: "dropped", reason: "The level of effort decides." },
  off: { outcome: "dropped", reason: "Thinking is switched off." },
  adaptive: { outcome: "dropped", reason: "The model decides by itself how much it thinks." },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no budget for thinking.",
  },
} as const satisfies Rules;

/** The level of effort. */
export const reasoningEffortRules = {
  sent: { outcome: "exact", to: "reasoning_effort", reason: "It means the same." },
  nearest: {
    outcome: "approximated",
    to: "reasoning_effort",
    reason:
      "The model behind this endpoint does not have this level of effort; the nearest one is used.",
  },
  outweighed: {
    outcome: "dropped",
    reason: "Thinking is off, so the level of effort has no effect.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not take this level of effort.",
  },
} as const satisfies Rules;

/** Whether reasoning is shown. */
export const reasoningDisplayRules = {
  served: { outcome: "no_op", reason: "The service itself shows or hides the reasoning." },
} as const satisfies Rules;

/** The form of the reply. */
export const outputRules = {
  plain: { outcome: "no_op", reason: "Text is the default." },
  schema: {
    outcome: "exact",
    to: "response_format",
    reason: "The schema is sent unchanged, under a fixed name if it has no name.",
  },
  rewritten: {
    outcome: "approximated",
    to: "response_format",
    reason: "The upstream does not support all keywords of the schema.",
  },
  json: { outcome: "exact", to: "response_format", reason: "It means the same." },
  reported: {
    outcome: "approximated",
    to: "messages",
    reason: "The upstream only has a JSON mode; the schema is added to the instructions.",
  },
  unsupported: {
    outcome: "refused",
    reason: "The model behind this endpoint has no structured output.",
  },
} as const satisfies Rules;

/** The id of the end user. */
export const userIdRules = {
  hashed: {
    outcome: "reshaped",
    to: "user",
    reason: "The upstream takes no ids this long, so a hash of 64 characters is sent.",
  },
  kept: {
    outcome: "dropped",
    reason: "The service does not send the id of the end user to the upstream.",
  },
} as const satisfies Rules;

/** The class of service. */
export const serviceTierRules = {
  sent: {
    outcome: "exact",
    to: "service_tier",
    reason: "The upstream has this service tier.",
  },
  idle: { outcome: "no_op", reason: "It is the upstream's default." },
  unsupported: { outcome: "dropped", reason: "The upstream has no such service tier." },
} as const satisfies Rules;

/** Cache control of the whole request. */
export const cacheRules = {
  breakpoint: {
    outcome: "reshaped",
    to: "prompt_cache_breakpoint",
    reason: "The last part of the last message gets the cache control.",
  },
} as const satisfies Rules;
