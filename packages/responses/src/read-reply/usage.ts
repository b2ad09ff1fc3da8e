import type { ReportedUsage, Usage } from "@diglot/core";
import { isObject, toCount, toObject } from "@diglot/core/formats";

/** The usage that a response reports. Its kinds of input are parts of one another on the wire. */
export function readUsage(body: unknown): ReportedUsage {
  const { usage, status, service_tier: tier } = toObject(body);
  const isFinal = status !== "in_progress" && status !== "queued";
  if (!isObject(usage)) return { counts: {}, final: false, raw: undefined };
  return {
    counts: toCounts(usage),
    final: isFinal,
    raw: usage,
    ...(typeof tier === "string" && { serviceTier: tier }),
  };
}

function toCounts(usage: Readonly<Record<string, unknown>>): Usage {
  const details = toObject(usage.input_tokens_details);
  const cacheRead = toCount(details.cached_tokens);
  const cacheWrite = toCount(details.cache_write_tokens);
  const all = toCount(usage.input_tokens);
  const output = toCount(usage.output_tokens);
  const reasoning = toCount(toObject(usage.output_tokens_details).reasoning_tokens);
  const input = all === undefined ? undefined : all - (cacheRead ?? 0) - (cacheWrite ?? 0);
  return {
    ...(input !== undefined && { input: Math.max(0, input) }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && cacheWrite > 0 && { cacheWrite }),
    ...(output !== undefined && { output }),
    ...(reasoning !== undefined && { reasoning: Math.min(reasoning, output ?? reasoning) }),
  };
}
