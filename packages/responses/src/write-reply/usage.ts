import type { FinalUsage } from "@diglot/core";
import type { ResponseUsage } from "../schemas/response.js";

/**
 * Token counts in the words of the wire. The neutral kinds of input do not overlap; here `input_tokens`
 * contains all of them, and its details are parts of it.
 */
export function toUsage(usage: FinalUsage): ResponseUsage {
  const written = usage.cacheWrite + usage.cacheWriteLong;
  const input = usage.input + usage.cacheRead + written;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: written },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}

/** The counts of a response for which no model was asked. */
export const noUsage: ResponseUsage = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};
