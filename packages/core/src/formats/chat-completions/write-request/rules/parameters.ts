import type { Cases } from "../../../../conversation/neutral-fields.js";

/** How the parameters of a conversation are written, by slot and case. */
export const parameterRules = {
  model: {
    named: { outcome: "exact", to: "model", reason: "The upstream's name of the model is sent." },
  },
  maxTokens: {
    sent: {
      outcome: "exact",
      to: "max_completion_tokens",
      reason: "Or as `max_tokens`, where the upstream says so.",
    },
    lowered: {
      outcome: "approximated",
      reason: "It is lowered to the most tokens that the model behind this endpoint generates.",
    },
    zero: {
      outcome: "refused",
      reason: "The model behind this endpoint cannot fill a cache without generating.",
    },
  },
  temperature: {
    sent: { outcome: "exact", to: "temperature", reason: "It means the same." },
    idle: { outcome: "no_op", reason: "1 is what the model does anyway." },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no temperature.",
    },
    thinking: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no temperature while it thinks.",
    },
  },
  topP: {
    sent: { outcome: "exact", to: "top_p", reason: "It means the same." },
    idle: { outcome: "no_op", reason: "1 is what the model does anyway." },
    unsupported: { outcome: "dropped", reason: "The model behind this endpoint takes no top_p." },
    thinking: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no top_p while it thinks.",
    },
    eitherOr: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes either a temperature or top_p.",
    },
  },
  topK: {
    sent: { outcome: "exact", to: "top_k", reason: "The upstream takes it as an extension." },
    unsupported: { outcome: "dropped", reason: "The model behind this endpoint takes no top_k." },
  },
  seed: { sent: { outcome: "exact", to: "seed", reason: "It means the same." } },
  stopSequences: {
    sent: { outcome: "exact", to: "stop", reason: "They are always sent as a list." },
    tooMany: {
      outcome: "refused",
      whenWarned: "approximated",
      reason: "The model behind this endpoint takes fewer stop sequences.",
    },
    blank: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no stop sequences of nothing but white space.",
    },
  },
  "reasoning.mode": {
    silent: { outcome: "no_op", reason: "The model decides by itself how much it thinks." },
    switched: { outcome: "reshaped", reason: "It becomes the upstream's switch for thinking." },
    unknown: {
      outcome: "approximated",
      reason: "The model behind this endpoint knows thinking only as on or off.",
    },
    noSwitch: {
      outcome: "dropped",
      reason: "The model behind this endpoint cannot be told whether to think.",
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
  },
  "reasoning.budgetTokens": {
    sent: { outcome: "reshaped", to: "reasoning.max_tokens", reason: "It means the same." },
    effort: {
      outcome: "approximated",
      to: "reasoning_effort",
      reason: "The model behind this endpoint takes a level of effort instead of a budget.",
    },
    switched: {
      outcome: "approximated",
      reason: "The model behind this endpoint can only be told to think, not how much.",
    },
    outweighed: { outcome: "dropped", reason: "The level of effort decides." },
    off: { outcome: "dropped", reason: "Thinking is switched off." },
    adaptive: { outcome: "dropped", reason: "The model decides by itself how much it thinks." },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint takes no budget for thinking.",
    },
  },
  "reasoning.effort": {
    sent: { outcome: "exact", to: "reasoning_effort", reason: "It means the same." },
    nearest: {
      outcome: "approximated",
      to: "reasoning_effort",
      reason:
        "The model behind this endpoint does not have this level of effort; the nearest counts.",
    },
    outweighed: { outcome: "dropped", reason: "Where thinking is off, no level of effort counts." },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint does not take this level of effort.",
    },
  },
  "reasoning.display": {
    served: { outcome: "no_op", reason: "The service itself shows or leaves out the thoughts." },
  },
  output: {
    plain: { outcome: "no_op", reason: "Text is what the model writes anyway." },
    schema: {
      outcome: "exact",
      to: "response_format",
      reason: "The schema is sent as it is, under a fixed name where it has none.",
    },
    rewritten: {
      outcome: "approximated",
      to: "response_format",
      reason: "The upstream does not take all keywords of the schema.",
    },
    json: { outcome: "exact", to: "response_format", reason: "It means the same." },
    reported: {
      outcome: "approximated",
      to: "messages",
      reason: "The upstream only takes a wish for JSON; the schema is told in the instructions.",
    },
    unsupported: {
      outcome: "refused",
      reason: "The model behind this endpoint cannot be held to a form of output.",
    },
  },
  userId: {
    hashed: {
      outcome: "reshaped",
      to: "user",
      reason: "A hash of 64 characters is sent, as the upstream takes no longer ids.",
    },
    kept: { outcome: "dropped", reason: "The id of the end user does not leave the service." },
  },
  serviceTier: {
    sent: {
      outcome: "exact",
      to: "service_tier",
      reason: "The upstream has this class of service.",
    },
    idle: { outcome: "no_op", reason: "It is what the upstream does anyway." },
    unsupported: { outcome: "dropped", reason: "The upstream has no such class of service." },
  },
  cache: {
    sent: { outcome: "exact", to: "cache_control", reason: "The upstream takes the same mark." },
    automatic: { outcome: "no_op", reason: "The upstream caches by itself." },
    breakpoint: {
      outcome: "reshaped",
      to: "prompt_cache_breakpoint",
      reason: "The last part of the last message takes the mark.",
    },
    unsupported: {
      outcome: "dropped",
      reason: "The upstream takes no marks for a prompt cache; all of them are left out.",
    },
  },
  extensions: {
    sent: { outcome: "exact", reason: "The upstream takes this member as it is." },
  },
} as const satisfies Readonly<Record<string, Cases>>;
