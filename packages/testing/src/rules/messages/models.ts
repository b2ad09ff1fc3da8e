import type { KnownModel } from "../known-model.js";

type Capabilities = KnownModel["capabilities"];

/** The members of a body that all models accept. Threads are not stored, so no request can continue one. */
const extensions = [
  "container",
  "inference_geo",
  "speed",
  "context_management",
  "mcp_servers",
  "fallbacks",
  "fallback_credit_token",
  "compaction",
  "billing_policy",
  "tags",
];

const common = {
  audio: false,
  outputFormats: ["json_schema"],
  extensions,
} as const satisfies Capabilities;

const efforts = ["low", "medium", "high"] as const;
const withMax = [...efforts, "max"] as const;
const allEfforts = [...efforts, "xhigh", "max"] as const;

/** The older generation: thinking with a token budget, and prefilled replies. */
const budgeted = {
  ...common,
  thinking: ["enabled", "disabled"],
  effort: [],
  sampling: ["temperature", "top_p", "top_k"],
  systemTurns: false,
  maxOutputTokens: 64_000,
  contextWindow: 200_000,
} as const satisfies Capabilities;

/** The generation after it: both kinds of thinking, no prefilled replies. */
const between = {
  ...budgeted,
  thinking: ["enabled", "adaptive", "disabled"],
  effort: withMax,
  prefill: false,
  maxOutputTokens: 128_000,
  contextWindow: 1_000_000,
} as const satisfies Capabilities;

/** Adaptive thinking alone, and no sampling. */
const adaptive = {
  ...between,
  thinking: ["adaptive", "disabled"],
  effort: allEfforts,
  sampling: [],
} as const satisfies Capabilities;

/** Since then system messages may stand anywhere. */
const withSystemTurns = { ...adaptive, systemTurns: true } as const satisfies Capabilities;

/** Models whose thinking cannot be disabled. */
const alwaysOn = { ...withSystemTurns, thinking: ["adaptive"] } as const satisfies Capabilities;

/** The newest models cannot be forced to call a tool. */
const unforced = ["auto", "none"] as const;

/**
 * Models of the vendor, with what they refuse. What is not known to be refused is accepted, and a
 * model that is not listed here accepts everything.
 */
export const messagesModels: readonly KnownModel[] = [
  known("claude-sonnet-4-5-20250929", "Claude Sonnet 4.5", "2025-09-29", budgeted),
  known("claude-haiku-4-5-20251001", "Claude Haiku 4.5", "2025-10-01", budgeted),
  known("claude-opus-4-5-20251101", "Claude Opus 4.5", "2025-11-24", {
    ...budgeted,
    effort: efforts,
  }),
  known("claude-opus-4-6", "Claude Opus 4.6", "2026-02-05", between),
  known("claude-sonnet-4-6", "Claude Sonnet 4.6", "2026-02-17", between),
  known("claude-opus-4-7", "Claude Opus 4.7", "2026-04-16", adaptive),
  known("claude-opus-4-8", "Claude Opus 4.8", "2026-05-28", withSystemTurns),
  known("claude-fable-5", "Claude Fable 5", "2026-06-09", alwaysOn),
  known("claude-mythos-5", "Claude Mythos 5", "2026-06-09", alwaysOn),
  known("claude-sonnet-5", "Claude Sonnet 5", "2026-06-30", withSystemTurns),
  known("claude-opus-5", "Claude Opus 5", "2026-07-01", withSystemTurns),
  known("claude-opus-5-5", "Claude Opus 5.5", "2026-09-22", { ...alwaysOn, toolChoice: unforced }),
  known("claude-sonnet-5-5", "Claude Sonnet 5.5", "2026-09-28", {
    ...withSystemTurns,
    thinking: ["adaptive", "between_tools"],
    toolChoice: unforced,
  }),
];

/** A model whose id ends in a date is also known without the date. All refuse `temperature` beside `top_p`. */
function known(
  id: string,
  displayName: string,
  date: string,
  capabilities: Capabilities,
): KnownModel {
  const undated = id.replace(/-\d{8}$/, "");
  return {
    id,
    displayName,
    created: Date.parse(date) / 1000,
    ownedBy: "anthropic",
    ...(undated !== id && { aliases: [undated] }),
    capabilities,
    refusals: { oneSamplingParameter: true },
  };
}
