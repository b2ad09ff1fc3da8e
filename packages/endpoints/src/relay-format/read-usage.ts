import type { ReportedUsage, Usage } from "@diglot/core";
import { isObject, type JsonObject, toCount, toObject } from "@diglot/core/formats";

const nothingReported: ReportedUsage = { counts: {}, final: false, raw: undefined };

/**
 * The usage that a reply reports: `usage` as OpenAI, Jina, Voyage and most servers write it, or `meta` as
 * Cohere does. Counts that are not tokens are units.
 */
export function readUsage(body: unknown): ReportedUsage {
  const { usage, meta, service_tier: tier } = toObject(body);
  const [raw, counts] = isObject(usage)
    ? [usage, toCounts(usage)]
    : isObject(meta)
      ? [meta, toMetaCounts(meta)]
      : [];
  if (!raw || !counts) return nothingReported;
  return { counts, final: true, raw, ...(typeof tier === "string" && { serviceTier: tier }) };
}

/** Only a total means that no output is counted apart. */
function toCounts(usage: JsonObject): Usage {
  const output = toCount(usage.completion_tokens ?? usage.output_tokens);
  const all = toCount(usage.prompt_tokens ?? usage.input_tokens ?? usage.total_tokens);
  const details = toObject(usage.prompt_tokens_details ?? usage.input_tokens_details);
  const cacheRead = toCount(details.cached_tokens);
  return toUsage({ input: all && Math.max(0, all - (cacheRead ?? 0)), cacheRead, output });
}

/** What is billed counts; Cohere names the tokens that were processed beside it. */
function toMetaCounts({ billed_units: billed, tokens }: JsonObject): Usage {
  const counts = { ...toObject(tokens), ...toObject(billed) };
  return toUsage({ input: toCount(counts.input_tokens), output: toCount(counts.output_tokens) });
}

function toUsage(counts: Usage): Usage {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
