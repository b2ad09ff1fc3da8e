import type { UsageCounts } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import { inputOf } from "../facts/tokens.js";

/** The tokens of a span; kinds that few models have are left out if there are none. */
export function tokenAttributes(usage: UsageCounts): Attributes {
  const written = usage.cacheWrite + usage.cacheWriteLong;
  return {
    "gen_ai.usage.input_tokens": inputOf(usage),
    "gen_ai.usage.output_tokens": usage.output,
    ...(usage.cacheRead > 0 && { "gen_ai.usage.cache_read.input_tokens": usage.cacheRead }),
    ...(written > 0 && { "gen_ai.usage.cache_creation.input_tokens": written }),
    ...(usage.reasoning > 0 && { "gen_ai.usage.reasoning.output_tokens": usage.reasoning }),
  };
}
