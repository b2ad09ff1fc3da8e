import type { KnownModel } from "../known-model.js";

type Capabilities = KnownModel["capabilities"];

/** Unix time of 2026-01-01: when the models appeared is not known, and clients do not look at it. */
const created = 1_767_225_600;

/** Sampling parameters that all models take. */
const common = ["seed", "top_k"];
const penalties = ["frequency_penalty", "presence_penalty"] as const;

/** What every reasoning model refuses: another temperature or top_p than 1, and the older token bound. */
const reasoning = {
  sampling: [...common, ...penalties, "logit_bias"],
  refuses: { max_tokens: "unsupported" },
} as const satisfies Capabilities;

/** Since o3 no reasoning model takes stop sequences. */
const withoutStop = { ...reasoning, stopSequences: false } as const satisfies Capabilities;

/** Function tools are only taken without reasoning; so much is known of GPT-5.4, and not its default. */
const withoutTools = {
  ...withoutStop,
  whileReasoning: { defaultEffort: "none", refuses: ["tools"] },
} as const satisfies Capabilities;

/** The policies of GPT-5.6, as they were probed. */
const probed = {
  stopSequences: false,
  sampling: [...common, ...penalties],
  effort: ["none", "low", "medium", "high", "xhigh"],
  refuses: {
    max_tokens: "unsupported",
    prediction: "unsupported",
    audio: "unknown",
    modalities: "unknown",
    web_search_options: "unknown",
  },
  whileReasoning: { defaultEffort: "medium", refuses: [...penalties, "logprobs", "tools"] },
} as const satisfies Capabilities;

/**
 * Models of the vendor, with what they refuse. Of a policy that is only known of one model the others
 * know nothing: what is not known to be refused is taken.
 */
export const chatCompletionsModels: readonly KnownModel[] = [
  known("gpt-4o", {}),
  known("gpt-4o-mini", { contextWindow: 128_000 }),
  known("gpt-4.1-nano-2025-04-14", {}, ["gpt-4.1-nano"]),
  known("o1", reasoning),
  known("o3", withoutStop),
  known("o4-mini", withoutStop),
  known("gpt-5", withoutStop),
  known("gpt-5-nano", withoutStop),
  known("gpt-5.4", withoutTools),
  known("gpt-5.5", withoutStop),
  known("gpt-5.6", probed),
  known("gpt-5.6-terra", probed),
  known("gpt-6-astra", { ...withoutStop, effort: ["low", "medium", "high", "xhigh"] }),
];

function known(
  id: string,
  capabilities: Capabilities,
  aliases: readonly string[] = [],
): KnownModel {
  return { id, displayName: id, created, ownedBy: "openai", aliases, capabilities };
}
