import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "@diglot/core";

/** The tokens of a call, each kind once: what was read from or written to a cache is not part of `input`. */
export function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const { total, noCache, cacheRead, cacheWrite } = inputTokens;
  return {
    input: noCache ?? withoutCached(total, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: outputTokens.total,
    reasoning: outputTokens.reasoning,
  };
}

/** What an agent reports of a step, or of all of them. */
export interface AgentUsage {
  readonly inputTokens: number | undefined;
  readonly inputTokenDetails: {
    readonly noCacheTokens: number | undefined;
    readonly cacheReadTokens: number | undefined;
    readonly cacheWriteTokens: number | undefined;
  };
  readonly outputTokens: number | undefined;
  readonly outputTokenDetails: { readonly reasoningTokens: number | undefined };
}

/** The same of an agent. */
export function toAgentUsage(usage: AgentUsage): Usage {
  const { noCacheTokens, cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails;
  return {
    input: noCacheTokens ?? withoutCached(usage.inputTokens, cacheReadTokens, cacheWriteTokens),
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    output: usage.outputTokens,
    reasoning: usage.outputTokenDetails.reasoningTokens,
  };
}

function withoutCached(
  total: number | undefined,
  cacheRead = 0,
  cacheWrite = 0,
): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - cacheRead - cacheWrite);
}
