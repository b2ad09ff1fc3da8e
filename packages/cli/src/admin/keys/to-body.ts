import type { KeyMembers } from "../options.js";
import type { LimitName } from "../wire/bodies.js";

/** What an endpoint is told of a key's members. What is undefined is not sent, and null removes. */
export function toKeyBody(members: KeyMembers): Readonly<Record<string, unknown>> {
  const { name, model, expires } = members;
  return {
    name,
    models: model?.includes("all") ? "all" : model,
    expires_at: expires === "never" ? null : expires,
    limits: toLimits(members),
  };
}

function toLimits(members: KeyMembers): Readonly<Record<string, unknown>> | undefined {
  const given: Readonly<Record<LimitName, number | "none" | undefined>> = {
    requests_per_minute: members.requestsPerMinute,
    input_tokens_per_minute: members.inputTokensPerMinute,
    output_tokens_per_minute: members.outputTokensPerMinute,
    concurrent_requests: members.concurrentRequests,
  };
  const named = Object.entries(given).filter(([, limit]) => limit !== undefined);
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map(([name, limit]) => [name, limit === "none" ? null : limit]));
}
