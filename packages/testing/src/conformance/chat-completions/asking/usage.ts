import { equal, holds, isCount, isJson, type Json } from "../../expect.js";

/** Token counts. */
export interface Usage {
  readonly prompt: number;
  readonly completion: number;
  readonly reasoning: number;
}

/**
 * The counts of a `usage`. @throws an error unless they are whole numbers that sum, and no detail
 * exceeds what it is a part of
 */
export function isUsage(value: unknown): Usage {
  const usage = isJson(value, "usage");
  const prompt = isCount(usage.prompt_tokens, "usage.prompt_tokens");
  const completion = isCount(usage.completion_tokens, "usage.completion_tokens");
  equal(usage.total_tokens, prompt + completion, "usage.total_tokens");
  partOf(prompt, usage, "prompt_tokens_details", "cached_tokens");
  const reasoning = partOf(completion, usage, "completion_tokens_details", "reasoning_tokens");
  return { prompt, completion, reasoning };
}

/** Details may be absent or null, as many servers have none. */
function partOf(whole: number, usage: Json, group: string, name: string): number {
  const details = usage[group] ?? undefined;
  const value = details === undefined ? undefined : isJson(details, `usage.${group}`)[name];
  if (value === undefined || value === null) return 0;
  const count = isCount(value, `usage.${group}.${name}`);
  holds(count <= whole, `usage.${group}.${name} is more than the whole of ${whole}`, count);
  return count;
}
