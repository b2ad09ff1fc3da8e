import type { KnownModel } from "../known-model.js";

/** What a model accepts and refuses. */
type Policies = Pick<KnownModel, "capabilities" | "refusals" | "reasons">;

/** Unix time of 2026-01-01. The dates of the models are not known, and clients do not read them. */
const created = 1_767_225_600;

/** Sampling parameters that all models accept. */
const common = ["seed", "top_k"];
const penalties = ["frequency_penalty", "presence_penalty"] as const;

/** Every reasoning model refuses a temperature or top_p other than 1, and the older token limit. */
const reasoning = {
  reasons: true,
  capabilities: { sampling: [...common, ...penalties, "logit_bias"] },
  refusals: { refuses: { max_tokens: "unsupported" } },
} as const satisfies Policies;

/** Since o3 no reasoning model accepts stop sequences. */
const withoutStop = {
  ...reasoning,
  capabilities: { ...reasoning.capabilities, stopSequences: false },
} as const satisfies Policies;

/** GPT-5.4 accepts function tools only without reasoning. Its default effort is not known. */
const withoutTools = {
  ...withoutStop,
  refusals: {
    ...reasoning.refusals,
    whileReasoning: { defaultEffort: "none", refuses: ["tools"] },
  },
} as const satisfies Policies;

/** The policies of GPT-5.6, as they were probed. */
const probed = {
  reasons: true,
  capabilities: {
    stopSequences: false,
    sampling: [...common, ...penalties],
    effort: ["none", "low", "medium", "high", "xhigh"],
  },
  refusals: {
    refuses: {
      max_tokens: "unsupported",
      prediction: "unsupported",
      audio: "unknown",
      modalities: "unknown",
      web_search_options: "unknown",
    },
    whileReasoning: { defaultEffort: "medium", refuses: [...penalties, "logprobs", "tools"] },
  },
} as const satisfies Policies;

const astra = {
  ...withoutStop,
  capabilities: { ...withoutStop.capabilities, effort: ["low", "medium", "high", "xhigh"] },
} as const satisfies Policies;

const acceptsAll: Policies = { capabilities: {} };

/**
 * Models of the vendor, with what they refuse. A policy that is known for one model is not assumed
 * for the others: what is not known to be refused is accepted.
 */
export const chatCompletionsModels: readonly KnownModel[] = [
  known("gpt-4o", acceptsAll),
  known("gpt-4o-mini", { capabilities: { contextWindow: 128_000 } }),
  known("gpt-4.1-nano-2025-04-14", acceptsAll, ["gpt-4.1-nano"]),
  known("o1", reasoning),
  known("o3", withoutStop),
  known("o4-mini", withoutStop),
  known("gpt-5", withoutStop),
  known("gpt-5-nano", withoutStop),
  known("gpt-5.4", withoutTools),
  known("gpt-5.5", withoutStop),
  known("gpt-5.6", probed),
  known("gpt-5.6-terra", probed),
  known("gpt-6-astra", astra),
];

function known(id: string, policies: Policies, aliases: readonly string[] = []): KnownModel {
  return { id, displayName: id, created, ownedBy: "openai", aliases, ...policies };
}
