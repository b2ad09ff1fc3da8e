import type { LimitOptions } from "../options.js";
import type { LimitName } from "../wire/bodies.js";

/** Limits in the body of a request; null removes one. Absent: no limit is named. */
export function toLimitsBody(
  limits: LimitOptions,
): Readonly<Record<string, number | null>> | undefined {
  const given: Readonly<Record<LimitName, number | "none" | undefined>> = {
    requests_per_minute: limits.requestsPerMinute,
    input_tokens_per_minute: limits.inputTokensPerMinute,
    output_tokens_per_minute: limits.outputTokensPerMinute,
    concurrent_requests: limits.concurrentRequests,
  };
  const named = Object.entries(given).flatMap(([name, limit]) =>
    limit === undefined ? [] : [[name, limit === "none" ? null : limit] as const],
  );
  return named.length === 0 ? undefined : Object.fromEntries(named);
}
