import type { Usage } from "@diglot/core";
import { addUsage } from "@diglot/core/frameworks";
import type { Chunk, UsageMetadata } from "./chunk.js";

/** Adds up what the chunks of one or more messages report. */
export interface UsageCounter {
  /** The sum so far, or nothing if the chunk reports no usage. */
  add(chunk: Chunk): Usage | undefined;
}

/**
 * A counter of one reply. The counts of chunks add up, by LangChain's contract, except that the last
 * chunk of a Messages provider repeats the output that its first one has reported.
 */
export function createUsageCounter(): UsageCounter {
  let sum: Usage = {};
  let outputOfMessage = 0;

  return {
    add({ usage_metadata, additional_kwargs }) {
      if (!usage_metadata) return undefined;
      const counts = toCounts(usage_metadata);
      const isLast = typeof additional_kwargs?.stop_reason === "string";
      const repeated = isLast ? outputOfMessage : 0;
      sum = addUsage(sum, { ...counts, output: counts.output - repeated });
      outputOfMessage = isLast ? 0 : outputOfMessage + counts.output;
      return sum;
    },
  };
}

function toCounts(usage: UsageMetadata): Usage & { readonly output: number } {
  const { cache_read, cache_creation } = usage.input_token_details ?? {};
  const uncached = usage.input_tokens - (cache_read ?? 0) - (cache_creation ?? 0);
  return {
    input: Math.max(0, uncached),
    cacheRead: cache_read,
    cacheWrite: cache_creation,
    output: usage.output_tokens,
    reasoning: usage.output_token_details?.reasoning,
  };
}
