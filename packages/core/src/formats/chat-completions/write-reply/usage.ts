import type { FinalUsage } from "../../../conversation/usage/usage.js";
import type { CompletionUsage } from "../schemas/response.js";

/**
 * Token counts in the words of the wire. The neutral kinds of input do not overlap; here
 * `prompt_tokens` contains all of them, and `cached_tokens` and `cache_write_tokens` are parts of it.
 */
export function toUsage(usage: FinalUsage): CompletionUsage {
  const written = usage.cacheWrite + usage.cacheWriteLong;
  const prompt = usage.input + usage.cacheRead + written;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      audio_tokens: 0,
      ...(written > 0 ? { cache_write_tokens: written } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
